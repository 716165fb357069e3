#include "test/system/json.h"

#include <nlohmann/json.hpp>

namespace hotlock::test {

using nlohmann::json;

struct Json::Value {
    json root;

    const json& at(const std::string& pointer) const {
        return root.at(json::json_pointer(pointer));
    }
};

Json::Json(const std::string& text) : value_(std::make_shared<Value>(Value{json::parse(text)})) {}

bool Json::has(const std::string& pointer) const {
    return value_->root.contains(json::json_pointer(pointer));
}

bool Json::is_null(const std::string& pointer) const {
    return value_->at(pointer).is_null();
}

size_t Json::size(const std::string& pointer) const {
    return value_->at(pointer).size();
}

double Json::number(const std::string& pointer) const {
    return value_->at(pointer).get<double>();
}

std::string Json::text(const std::string& pointer) const {
    return value_->at(pointer).get<std::string>();
}

Json Json::at(const std::string& pointer) const {
    return Json(std::make_shared<Value>(Value{value_->at(pointer)}));
}

}  // namespace hotlock::test

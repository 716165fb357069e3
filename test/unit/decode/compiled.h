// Two functions as a compiler makes them (g++ 12 -O2 -fPIC), for whole-function tests. The
// number in front of a line is its offset.
#pragma once

#include "test/unit/decode/listing.h"

namespace hotlock::decode {

// A look-up in a hash table under a spin lock.
inline const Listing& table_lookup() {
    static const Listing code = {
        {"0: endbr64", "f3 0f 1e fa"},
        {"4: mov rcx,rdi", "48 89 f9"},
        {"7: mov eax,0x1", "b8 01 00 00 00"},
        {"c: jmp 12", "eb 04"},
        {"e: xchg ax,ax", "66 90"},
        {"10: pause", "f3 90"},
        {"12: mov edx,eax", "89 c2"},
        {"14: xchg dword ptr [rcx],edx", "87 11"},
        {"16: test edx,edx", "85 d2"},
        {"18: jne 10", "75 f6"},
        {"1a: mov rax,qword ptr [rcx+0x10]", "48 8b 41 10"},
        {"1e: mov r8d,dword ptr [rcx+0x4]", "44 8b 41 04"},
        {"22: movabs rdi,0x9e3779b97f4a7c15", "48 bf 15 7c 4a 7f b9 79 37 9e"},
        {"2c: imul rdi,rsi", "48 0f af fe"},
        {"30: mov r10,qword ptr [rcx+0x8]", "4c 8b 51 08"},
        {"34: lea r11,[rax+0x1]", "4c 8d 58 01"},
        {"38: mov r9,r8", "4d 89 c1"},
        {"3b: mov qword ptr [rcx+0x10],r11", "4c 89 59 10"},
        {"3f: jmp 55", "eb 14"},
        {"41: nop dword ptr [rax+0x0]", "0f 1f 80 00 00 00 00"},
        {"48: cmp qword ptr [rax],rsi", "48 39 30"},
        {"4b: je c0", "74 73"},
        {"4d: add edx,0x1", "83 c2 01"},
        {"50: cmp r9d,edx", "41 39 d1"},
        {"53: jb 6b", "72 16"},
        {"55: mov eax,edx", "89 d0"},
        {"57: add rax,rdi", "48 01 f8"},
        {"5a: and rax,r8", "4c 21 c0"},
        {"5d: lea rax,[rax+rax*2]", "48 8d 04 40"},
        {"61: lea rax,[r10+rax*8]", "49 8d 04 c2"},
        {"65: cmp dword ptr [rax+0x10],0x0", "83 78 10 00"},
        {"69: jne 48", "75 dd"},
        {"6b: xor eax,eax", "31 c0"},
        {"6d: test r11,r11", "4d 85 db"},
        {"70: js a0", "78 2e"},
        {"72: pxor xmm0,xmm0", "66 0f ef c0"},
        {"76: cvtsi2sd xmm0,r11", "f2 49 0f 2a c3"},
        {"7b: pxor xmm1,xmm1", "66 0f ef c9"},
        {"7f: cvtsi2sd xmm1,r8", "f2 49 0f 2a c8"},
        {"84: addsd xmm1,qword ptr [rip+0x2000]", "f2 0f 58 0d 00 20 00 00"},
        {"8c: divsd xmm0,xmm1", "f2 0f 5e c1"},
        {"90: movsd qword ptr [rcx+0x18],xmm0", "f2 0f 11 41 18"},
        {"95: mov dword ptr [rcx],0x0", "c7 01 00 00 00 00"},
        {"9b: ret", "c3"},
        {"9c: nop dword ptr [rax+0x0]", "0f 1f 40 00"},
        {"a0: mov rdx,r11", "4c 89 da"},
        {"a3: and r11d,0x1", "41 83 e3 01"},
        {"a7: pxor xmm0,xmm0", "66 0f ef c0"},
        {"ab: shr rdx,1", "48 d1 ea"},
        {"ae: or rdx,r11", "4c 09 da"},
        {"b1: cvtsi2sd xmm0,rdx", "f2 48 0f 2a c2"},
        {"b6: addsd xmm0,xmm0", "f2 0f 58 c0"},
        {"ba: jmp 7b", "eb bf"},
        {"bc: nop dword ptr [rax+0x0]", "0f 1f 40 00"},
        {"c0: mov rax,qword ptr [rax+0x8]", "48 8b 40 08"},
        {"c4: jmp 6d", "eb a7"}};
    return code;
}

// The clock as the kernel's vDSO reads it: rdtscp between two reads of a sequence count.
inline const Listing& clock_read() {
    static const Listing code = {{"0: mov r8,rdi", "49 89 f8"},
                                 {"3: lea rdi,[rip+0x2000]", "48 8d 3d 00 20 00 00"},
                                 {"a: jmp 12", "eb 06"},
                                 {"c: nop dword ptr [rax+0x0]", "0f 1f 40 00"},
                                 {"10: pause", "f3 90"},
                                 {"12: mov esi,dword ptr [rdi]", "8b 37"},
                                 {"14: test sil,0x1", "40 f6 c6 01"},
                                 {"18: jne 10", "75 f6"},
                                 {"1a: rdtscp", "0f 01 f9"},
                                 {"1d: mov eax,eax", "89 c0"},
                                 {"1f: shl rdx,0x20", "48 c1 e2 20"},
                                 {"23: mov r9,qword ptr [rip+0x2000]", "4c 8b 0d 00 20 00 00"},
                                 {"2a: mov r10,qword ptr [rip+0x2000]", "4c 8b 15 00 20 00 00"},
                                 {"31: or rdx,rax", "48 09 c2"},
                                 {"34: mov rax,qword ptr [rip+0x2000]", "48 8b 05 00 20 00 00"},
                                 {"3b: cmp rax,rdx", "48 39 d0"},
                                 {"3e: jae 59", "73 19"},
                                 {"40: sub rdx,rax", "48 29 c2"},
                                 {"43: mov eax,dword ptr [rip+0x2000]", "8b 05 00 20 00 00"},
                                 {"49: mov ecx,dword ptr [rip+0x2000]", "8b 0d 00 20 00 00"},
                                 {"4f: imul rdx,rax", "48 0f af d0"},
                                 {"53: shr rdx,cl", "48 d3 ea"},
                                 {"56: add r9,rdx", "49 01 d1"},
                                 {"59: mov eax,dword ptr [rdi]", "8b 07"},
                                 {"5b: cmp eax,esi", "39 f0"},
                                 {"5d: jne 12", "75 b3"},
                                 {"5f: mov qword ptr [r8],r10", "4d 89 10"},
                                 {"62: mov rax,r9", "4c 89 c8"},
                                 {"65: ret", "c3"}};
    return code;
}

}  // namespace hotlock::decode

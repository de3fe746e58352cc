"""Takes from this process what it does not need: files, network, other processes.

Everything is done from inside, after the libraries are loaded. What the system does not
allow is left out and not listed in the answer.
"""

from __future__ import annotations

import ctypes
import os
import platform
import resource
import struct
from pathlib import Path

PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 4, 22, 38
SECCOMP_MODE_FILTER = 2
CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x4000000, 0x8000000, 0x10000000, 1 << 30
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | 1  # SECCOMP_RET_ALLOW; SECCOMP_RET_ERRNO with EPERM
PROT_EXEC = 4

# The calls that Prolog needs to compute, allocate, and talk over pipes that are open already:
_NAMES = """read write close fstat lseek munmap brk rt_sigaction rt_sigprocmask rt_sigreturn
sched_yield mremap madvise nanosleep setitimer getpid exit gettimeofday getrusage sysinfo times
sigaltstack gettid futex clock_gettime clock_nanosleep exit_group getrandom membarrier rseq
restart_syscall ppoll""".split()  # noqa: SIM905  # a list of words is read as one
_X86 = (0, 1, 3, 5, 8, 11, 12, 13, 14, 15, 24, 25, 28, 35, 38, 39, 60, 96, 98, 99, 100, 131, 186,
        202, 228, 230, 231, 318, 324, 334, 219, 271)  # fmt: skip
_ARM = (63, 64, 57, 80, 62, 215, 214, 134, 135, 139, 124, 216, 233, 101, 103, 172, 93, 169, 165,
        179, 153, 132, 178, 98, 113, 115, 94, 278, 283, 293, 128, 73)  # fmt: skip
# Audit number of the machine; calls that are allowed; mmap, mprotect; tgkill.
_MACHINES = {
    "x86_64": (0xC000003E, _X86, (9, 10), 234),
    "aarch64": (0xC00000B7, _ARM, (222, 226), 131),
}
assert len(_NAMES) == len(_X86) == len(_ARM)

_LD, _JEQ, _JSET, _JGE, _RET = 0x20, 0x15, 0x45, 0x35, 0x06
_NR, _ARCH, _ARG0, _ARG2 = 0, 4, 16, 32

_libc = ctypes.CDLL(None, use_errno=True)


def confine(*, memory_bytes: int) -> list[str]:
    """Names of the protections that now hold for this process, for good."""
    os.chdir("/")
    os.environ.clear()
    held = ["rlimits"]
    if _unshare():
        held.append("namespaces")
    _set_limits(memory_bytes)
    _libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    if _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0:
        held.append("no_new_privs")
        if _filter_calls():
            held.append("seccomp")
    return held


def _unshare() -> bool:
    """A user of nobody's and a network of its own, with nothing on it."""
    wanted = CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS
    return bool(_libc.unshare(wanted) == 0)


def _set_limits(memory_bytes: int) -> None:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    now = pages * resource.getpagesize()
    limits = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_NPROC: 0,
        resource.RLIMIT_NOFILE: 8,
        resource.RLIMIT_AS: now + memory_bytes,
    }
    for kind, value in limits.items():
        resource.setrlimit(kind, (value, value))


def _filter_calls() -> bool:
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        return False
    code = build_filter(*machine, pid=os.getpid())
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(buffer))
    return bool(_libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0) == 0)


def build_filter(
    arch: int, allowed: tuple[int, ...], maps: tuple[int, ...], tgkill: int, *, pid: int
) -> bytes:
    """A BPF program: listed calls pass, all others fail with EPERM."""
    out: list[bytes] = []

    def add(code: int, k: int, yes: int = 0, no: int = 0) -> None:
        out.append(struct.pack("HBBI", code, yes, no, k))

    add(_LD, _ARCH)
    add(_JEQ, arch, yes=1)
    add(_RET, REFUSE)
    add(_LD, _NR)
    for number in allowed:
        add(_JEQ, number, no=1)
        add(_RET, ALLOW)
    for number in maps:  # memory, but none that could be run as code
        add(_JEQ, number, no=4)
        add(_LD, _ARG2)
        add(_JSET, PROT_EXEC, yes=1)
        add(_RET, ALLOW)
        add(_RET, REFUSE)
    add(_JEQ, tgkill, no=3)  # abort() signals this process, and no other
    add(_LD, _ARG0)
    add(_JEQ, pid, no=1)
    add(_RET, ALLOW)
    add(_RET, REFUSE)
    return b"".join(out)

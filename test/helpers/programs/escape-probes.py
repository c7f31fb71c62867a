"""Ways out of a sandbox, tried from inside. One line for each: its name, then "held" or what it reached.

A probe is held where the kernel or the sandbox says no. Another error, as of an argument that was wrong, proves nothing
and is told as such. Arguments: names of the probes to try; none tries all.
"""

import ctypes, errno, fcntl, os, platform, resource, signal, socket, stat, struct, sys

libc = ctypes.CDLL(None, use_errno=True)
x64 = platform.machine() == "x86_64"
probes = {}
no = {errno.EPERM, errno.EACCES, errno.EROFS, errno.ENOSYS, errno.ENOENT, errno.EXDEV, errno.EAFNOSUPPORT, None}

# number on x86-64, number on arm64; one number where both have it
numbers = {
    "ptrace": (101, 117), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272), "bpf": (321, 280),
    "perf_event_open": (298, 241), "userfaultfd": (323, 282), "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265), "fanotify_init": (300, 262), "clone": (56, 220), "unshare": (272, 97),
    "setns": (308, 268), "personality": (135, 92), "capset": (126, 91), "mount": (165, 40), "swapon": (167, 224),
    "chroot": (161, 51), "pivot_root": (155, 41), "quotactl": (179, 60), "acct": (163, 89), "syslog": (103, 116),
    "clock_settime": (227, 112), "init_module": (175, 105), "kexec_load": (246, 104), "ioprio_set": (251, 30),
    "io_uring_setup": 425, "io_uring_register": 427, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fspick": 433, "pidfd_open": 434, "clone3": 435, "openat2": 437, "pidfd_getfd": 438, "process_madvise": 440,
    "mount_setattr": 442, "quotactl_fd": 443, "memfd_secret": 447, "statmount": 457, "listmount": 458,
    "open_tree_attr": 467,
}


def call(name, *args):
    found = numbers[name]
    number = found if isinstance(found, int) else found[0 if x64 else 1]
    return raw(number, *args)


def raw(number, *args):
    words = [a if isinstance(a, (bytes, ctypes.Array, ctypes.Structure)) else ctypes.c_long(a) for a in args]
    result = libc.syscall(ctypes.c_long(number), *words)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def probe(act):
    probes[act.__name__.replace("_", " ")] = act
    return act


def simple(name, *args):
    probes[f"{name} {args}"] = lambda: call(name, *args)


space = ctypes.create_string_buffer(256)
simple("io_uring_setup", 8, space)
simple("io_uring_register", 0, 0, space, 1)
simple("userfaultfd", 1)
simple("keyctl", 0, -3, 1)
simple("keyctl", 11, -4, space, 256)
simple("add_key", b"user", b"gh", b"x", 1, -4)
simple("request_key", b"user", b"gh", 0, -4)
simple("bpf", 0, space, 64)
simple("perf_event_open", space, 0, -1, -1, 0)
simple("fanotify_init", 0, 0)
simple("fanotify_init", 0x200, 0)
simple("memfd_secret", 0)
simple("fsopen", b"tmpfs", 0)
simple("fspick", -100, b"/", 0)
simple("open_tree", -100, b"/", 1)
simple("open_tree_attr", -100, b"/", 1, space, 32)
simple("move_mount", -100, b"/usr", -100, b"/tmp", 0)
simple("mount_setattr", -100, b"/usr", 0, space, 32)
simple("mount", b"cgroup", b"/tmp", b"cgroup", 0, 0)
simple("mount", b"binfmt_misc", b"/tmp", b"binfmt_misc", 0, 0)
simple("mount", b"none", b"/", 0, 0x1020, 0)
simple("openat2", -100, b"/", space, 24)
simple("statmount", space, space, 256, 0)
simple("listmount", space, space, 8, 0)
simple("pivot_root", b"/tmp", b"/tmp")
simple("chroot", b"/tmp")
simple("quotactl", 0x80000700, b"/dev/null", 0, space)
simple("quotactl_fd", 0, 0x80000700, 0, space)
simple("swapon", b"/tmp/x", 0)
simple("acct", b"/tmp/x")
simple("syslog", 3, space, 256)
simple("clock_settime", 0, space)
simple("init_module", space, 1, b"")
simple("kexec_load", 0, 0, 0, 0)
simple("personality", 0x0400000)
simple("process_madvise", 0, space, 1, 4, 0)
simple("kcmp", 1, 1, 0, 0, 0)
simple("clone3", space, 64)
for shift, kind in enumerate(["ns", "cgroup", "uts", "ipc", "user", "pid", "net"]):
    flag = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000][shift]
    simple("unshare", flag)
    simple("clone", flag | signal.SIGCHLD, 0, 0, 0, 0)
    simple("unshare", (1 << 32) | flag)
simple("unshare", 0x80)


@probe
def clone3_makes_a_user_namespace():
    arguments = (ctypes.c_uint64 * 11)(0x10000000, 0, 0, 0, signal.SIGCHLD)
    if call("clone3", arguments, ctypes.sizeof(arguments)) == 0:
        os._exit(0)


@probe
def the_x32_table():
    if not x64:
        raise OSError("none here")
    raw(0x40000000 | 39)


@probe
def namespaces_of_the_first_process():
    for name in os.listdir("/proc/1/ns"):
        call("setns", os.open(f"/proc/1/ns/{name}", os.O_RDONLY), 0)


@probe
def namespaces_by_descriptor_of_a_process():
    call("setns", call("pidfd_open", 1, 0), 0x20000 | 0x10000000)


@probe
def the_user_namespace_above():
    fcntl.ioctl(os.open("/proc/self/ns/user", os.O_RDONLY), 0xB702)


@probe
def the_owner_of_the_namespace_above():
    above = fcntl.ioctl(os.open("/proc/self/ns/pid", os.O_RDONLY), 0xB702)
    os.fstat(above)


@probe
def a_descriptor_of_another_process():
    call("pidfd_getfd", call("pidfd_open", os.getppid(), 0), 0, 0)


@probe
def memory_of_another_process():
    vector = (ctypes.c_uint64 * 2)(ctypes.addressof(space), 8)
    call("process_vm_readv", os.getppid(), vector, 1, vector, 1, 0)


@probe
def writing_memory_of_another_process():
    vector = (ctypes.c_uint64 * 2)(ctypes.addressof(space), 8)
    call("process_vm_writev", os.getppid(), vector, 1, vector, 1, 0)


@probe
def tracing_ones_own_child():
    child = os.fork()
    if child == 0:
        signal.pause()
    try:
        call("ptrace", 16, child, 0, 0)
    finally:
        os.kill(child, signal.SIGKILL)


@probe
def a_file_by_handle():
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0), 136)
    mount = ctypes.c_int()
    call("name_to_handle_at", -100, b"/usr", handle, ctypes.addressof(mount), 0)
    call("open_by_handle_at", os.open("/", os.O_RDONLY), handle, os.O_RDONLY)


def terminal(request):
    master, slave = os.openpty()
    os.setsid()
    fcntl.ioctl(slave, 0x540E, 0)
    if libc.ioctl(slave, ctypes.c_ulong(request), ctypes.byref(ctypes.c_char(b"x"))) == -1:
        raise OSError(ctypes.get_errno(), "no")


probes["typing into a terminal"] = lambda: terminal(0x5412)
probes["typing into a terminal, with high bits"] = lambda: terminal(0x100005412)
probes["selecting in a console"] = lambda: terminal(0x541C)
probes["selecting in a console, with high bits"] = lambda: terminal(0xF0000541C)

families = dict(ax25=3, ipx=4, key=15, packet=17, rds=21, can=29, tipc=30, bluetooth=31, alg=38, nfc=39, vsock=40,
                kcm=41, qipcrtr=42, smc=43, xdp=44, mctp=45)
for name, family in families.items():
    for kind in (1, 2, 3, 5):
        probes[f"a socket of {name} {kind}"] = lambda f=family, k=kind: socket.socket(f, k, 0)
for protocol in range(1, 23):
    probes[f"netlink protocol {protocol}"] = lambda p=protocol: socket.socket(16, 3, p)
probes["a raw socket"] = lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)
probes["a raw socket of IPv6"] = lambda: socket.socket(socket.AF_INET6, socket.SOCK_RAW, 58)
probes["a pair of sockets of another family"] = lambda: socket.socketpair(socket.AF_INET, socket.SOCK_STREAM)


@probe
def making_a_network_interface():
    route = socket.socket(16, 3, 0)
    name = b"\x08\x00\x03\x00gh0\0"
    kind = b"\x0a\x00\x01\x00dummy\0\0\0"
    info = struct.pack("HH", 4 + len(kind), 18) + kind
    body = struct.pack("BBHiII", 0, 0, 0, 0, 0, 0) + name + info
    route.send(struct.pack("IHHII", 16 + len(body), 16, 0x605, 1, 0) + body)
    error = struct.unpack("i", route.recv(4096)[16:20])[0]
    if error != 0:
        raise OSError(-error, "held")


@probe
def an_address_beyond_loopback():
    for address in ("169.254.169.254", "10.0.0.1", "8.8.8.8"):
        try:
            socket.create_connection((address, 80), 0.3)
            return
        except OSError:
            continue
    raise OSError("held")


def writable(top, skip):
    found = []
    for directory, below, files in os.walk(top):
        below[:] = [name for name in below if not skip(os.path.join(directory, name))]
        for name in files:
            path = os.path.join(directory, name)
            if skip(path):
                continue
            try:
                os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
                found.append(path)
            except OSError:
                continue
    if not found:
        raise OSError("held")
    return found


probes["a kernel setting that opens for writing"] = lambda: writable(
    "/proc", lambda path: path[6:].split("/")[0].isdigit() and (path[6:].split("/")[0] != "1" or "/fd" in path)
)
probes["a file of one's own process that opens for writing"] = lambda: writable(
    f"/proc/{os.getpid()}", lambda path: "/fd" in path or "/task" in path or "/map_files" in path
)
probes["a device that is not one of the usual"] = lambda: extra_devices()
usual = {"null", "zero", "full", "random", "urandom", "tty", "ptmx", "console"}


def extra_devices():
    found = []
    for directory, _, files in os.walk("/dev"):
        for name in files:
            path = os.path.join(directory, name)
            kind = os.lstat(path).st_mode
            if (stat.S_ISCHR(kind) or stat.S_ISBLK(kind)) and name not in usual:
                found.append(path)
    if not found:
        raise OSError("held")
    return found


for path in ["/sys", "/sys/fs/cgroup", "/proc/kcore", "/proc/kmsg", "/dev/kmsg", "/dev/mem", "/dev/fuse", "/dev/kvm",
             "/proc/1/mem", "/proc/1/environ", "/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger"]:
    mode = os.O_RDONLY if path in ("/proc/kcore", "/proc/kmsg", "/sys", "/sys/fs/cgroup") else os.O_RDWR
    probes[f"opening {path}"] = lambda p=path, m=mode: os.open(p, m)


@probe
def a_root_that_is_not_ones_own():
    own = os.stat("/")
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        for link in ("root", "cwd"):
            try:
                found = os.stat(f"/proc/{name}/{link}/home/agent" if link == "root" else f"/proc/{name}/{link}")
                up = os.stat(f"/proc/{name}/{link}/" + "../" * 20)
            except OSError:
                continue
            if (up.st_dev, up.st_ino) != (own.st_dev, own.st_ino):
                return found
    raise OSError("held")


@probe
def a_descriptor_that_leads_outside():
    own = os.stat("/")
    for fd in os.listdir("/proc/self/fd"):
        try:
            up = os.stat(f"/proc/self/fd/{fd}/" + "../" * 20)
        except OSError:
            continue
        if (up.st_dev, up.st_ino) != (own.st_dev, own.st_ino):
            return fd
    raise OSError("held")


@probe
def becoming_somebody_else():
    for act in (lambda: os.setresuid(0, 0, 0), lambda: os.setresgid(0, 0, 0), lambda: os.setgroups([0])):
        try:
            act()
            return
        except OSError:
            continue
    raise OSError("held")


@probe
def taking_a_capability():
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    call("capset", header, (ctypes.c_uint32 * 6)(1 << 21, 1 << 21, 0, 0, 0, 0))


@probe
def a_capability_on_a_file():
    open("/tmp/cap", "w").close()
    os.setxattr("/tmp/cap", "security.capability", struct.pack("<IIIII", 0x02000001, 1 << 21, 0, 0, 0))


@probe
def a_device_of_ones_own():
    os.mknod("/tmp/disk", 0o600 | stat.S_IFBLK, os.makedev(254, 0))


@probe
def a_higher_limit():
    for kind in (resource.RLIMIT_NPROC, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_MEMLOCK):
        try:
            resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            return
        except (OSError, ValueError):
            continue
    raise OSError("held")


@probe
def a_place_before_everybody():
    for act in (
        lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
        lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
        lambda: call("ioprio_set", 1, 0, 1 << 13),
    ):
        try:
            act()
            return
        except OSError:
            continue
    raise OSError("held")


@probe
def leaving_the_filter_and_its_promise():
    if libc.prctl(38, 0, 0, 0, 0) != 0 and libc.prctl(22, 0, 0, 0, 0) != 0:
        raise OSError("held")


@probe
def a_hard_link_to_a_program_of_the_host():
    os.link("/usr/bin/true", "/home/agent/work/linked")


@probe
def messages_and_memory_of_the_host():
    # the first process's own are empty in a namespace of its own
    found = [line for name in ("shm", "msg", "sem") for line in open(f"/proc/sysvipc/{name}").read().splitlines()[1:]]
    if not found:
        raise OSError("held")
    return found


def attempt(name):
    """In a process of its own: what a probe breaks is its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(20)
        try:
            said = f"reached {probes[name]()!r}"
        except OSError as cause:
            said = "held" if cause.errno in no else f"unclear: {cause}"
        except BaseException as cause:
            said = f"broken: {cause!r}"
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    said = os.read(reading, 4096).decode()
    os.close(reading)
    os.waitpid(child, 0)
    return said or "killed"


for name in sys.argv[1:] or probes:
    print(f"{name}: {attempt(name)}", flush=True)

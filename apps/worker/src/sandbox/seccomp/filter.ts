import { encode, give, type Instruction, ifAnyBit, ifAtLeast, ifEqual, ifOneOf, load } from "./assemble.ts";
import { type Architecture, auditArchitecture, syscalls } from "./syscalls.ts";

/**
 * The syscall filter of every sandbox. Allows by default and takes away what reaches past the sandbox: namespaces,
 * mounts, other processes' memory, keyrings, kernel interfaces without a namespace, exotic sockets, set-id bits.
 * Later syscalls than those known here do not exist inside. Proof: test/sandbox/seccomp.test.ts.
 */
const allow = give({ kind: "allow" });
const kill = give({ kind: "kill" });
const errno = (number: number): Instruction => give({ kind: "errno", errno: number });
const notPermitted = errno(1);
const noSuchCall = errno(38);
const noSuchFamily = errno(97);

const lastKnownCall = 466;

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET */
const newNamespaces = 0x7e020000;
const newTimeNamespace = 0x80;
const setIdBits = 0o6000;
/** O_CREAT; O_TMPFILE without the bits it shares with O_DIRECTORY */
const creating = 0o100 | 0o20000000;
const terminalInjection = [0x5412, 0x541c]; // TIOCSTI, TIOCLINUX
const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;
/** PER_LINUX, PER_LINUX32, ADDR_NO_RANDOMIZE, and the query */
const personalities = [0, 0x8, 0x0040000, 0xffffffff];

const forbidden = [
  ...["setns", "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig"],
  ...[
    "fsmount",
    "fspick",
    "mount_setattr",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
  ],
  ...["kcmp", "pidfd_getfd", "keyctl", "add_key", "request_key", "bpf", "perf_event_open", "userfaultfd"],
  ...[
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "open_by_handle_at",
    "fanotify_init",
    "modify_ldt",
  ],
  ...["init_module", "finit_module", "delete_module", "create_module", "get_kernel_syms", "query_module"],
  ...[
    "kexec_load",
    "kexec_file_load",
    "swapon",
    "swapoff",
    "acct",
    "reboot",
    "quotactl",
    "quotactl_fd",
    "syslog",
  ],
  ...["iopl", "ioperm", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname"],
  ...["setdomainname", "mbind", "set_mempolicy", "set_mempolicy_home_node", "migrate_pages", "move_pages"],
  ...["vhangup", "uselib", "_sysctl", "lookup_dcookie", "nfsservctl", "memfd_secret"],
];

/** libc falls back to older calls on ENOSYS; their arguments lie in registers and can be checked. */
const hidden = ["clone3", "openat2", "statmount", "listmount"];

const setIdArguments: readonly (readonly [string, number])[] = [
  ["chmod", 1],
  ["fchmod", 1],
  ["fchmodat", 2],
  ["fchmodat2", 2],
  ["creat", 1],
  ["mknod", 1],
  ["mknodat", 2],
];

export type FilterOptions = { strict: boolean };

export function filterProgram(architecture: Architecture, options: FilterOptions): Instruction[] {
  const table = syscalls[architecture];
  const named = (name: string, block: readonly Instruction[]): Instruction[] => {
    const number = table[name];
    return number === undefined ? [] : ifEqual(number, block);
  };
  const all = (names: readonly string[], result: Instruction): Instruction[] => {
    const numbers = names.flatMap((name) => table[name] ?? []);
    return ifOneOf(numbers, [result]);
  };
  return [
    load.architecture,
    { op: "equal", value: auditArchitecture[architecture], then: 1, otherwise: 0 },
    kill,
    load.number,
    ...ifAtLeast(lastKnownCall + 1, [noSuchCall]), // calls of the x32 ABI too: they begin at 0x40000000
    ...all(forbidden, notPermitted),
    ...all(options.strict ? [...hidden, "memfd_create"] : hidden, noSuchCall),
    ...named("clone", [load.argument(0), ...ifAnyBit(newNamespaces, [notPermitted]), allow]),
    ...named("unshare", [
      load.argument(0),
      ...ifAnyBit(newNamespaces | newTimeNamespace, [notPermitted]),
      allow,
    ]),
    ...named("ioctl", [load.argument(1), ...ifOneOf(terminalInjection, [notPermitted]), allow]),
    ...named("socket", socketBlock()),
    ...named("socketpair", [load.argument(0), ...ifEqual(family.unix, [allow]), noSuchFamily]),
    ...named("personality", [load.argument(0), ...ifOneOf(personalities, [allow]), notPermitted]),
    ...setIdArguments.flatMap(([name, at]) =>
      named(name, [load.argument(at), ...ifAnyBit(setIdBits, [notPermitted]), allow]),
    ),
    ...named("open", openBlock(1)),
    ...named("openat", openBlock(2)),
    allow,
  ];
}

export function seccompFilter(architecture: Architecture, options: FilterOptions): Buffer {
  return encode(filterProgram(architecture, options));
}

export function isKnownArchitecture(name: string): name is Architecture {
  return name in syscalls;
}

function socketBlock(): Instruction[] {
  return [
    load.argument(0),
    ...ifOneOf([family.unix, family.inet, family.inet6], [allow]),
    ...ifEqual(family.netlink, [load.argument(2), ...ifEqual(0, [allow]), noSuchFamily]),
    noSuchFamily,
  ];
}

/** The mode means something only where a file is created; otherwise the register holds what was left in it. */
function openBlock(flagsAt: number): Instruction[] {
  return [
    load.argument(flagsAt),
    ...ifAnyBit(creating, [load.argument(flagsAt + 1), ...ifAnyBit(setIdBits, [notPermitted]), allow]),
    allow,
  ];
}

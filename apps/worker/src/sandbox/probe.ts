import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runHostTool, type ToolResult } from "../process/spawn.ts";
import type { HostCheck } from "./host-report.ts";
import { isKnownArchitecture } from "./seccomp/filter.ts";

/**
 * Can this host isolate? Each check that fails stops every execution: there is no weaker sandbox to fall back to.
 * What a running sandbox holds is tried by self-test.ts; this file looks at the ground it stands on.
 */
const neededOptions = [
  ...["--bind-fd", "--ro-bind-fd", "--disable-userns", "--perms", "--size", "--seccomp", "--die-with-parent"],
  ...["--new-session", "--clearenv", "--remount-ro", "--unshare-cgroup"],
];
const binDirectories = "/usr/local/bin:/usr/bin:/bin";

export type Ground = { checks: HostCheck[]; bwrap: string | null; version: string | null };

export async function probeGround(wanted?: string): Promise<Ground> {
  const bwrap = wanted ?? findProgram("bwrap");
  const checks = [checkUid(), checkArchitecture()];
  if (bwrap === null) {
    checks.push({
      name: "bubblewrap",
      ok: false,
      detail: "not installed",
      fix: "apt-get install -y bubblewrap",
    });
    return { checks, bwrap, version: null };
  }
  checks.push(checkSetUid(bwrap));
  const [help, about, tried] = await Promise.all([
    runHostTool(bwrap, ["--help"]),
    runHostTool(bwrap, ["--version"]),
    runHostTool(bwrap, [
      "--unshare-user",
      "--unshare-net",
      "--unshare-pid",
      "--ro-bind",
      "/",
      "/",
      "--",
      "/bin/true",
    ]),
  ]);
  const version = /\d+(\.\d+)+/.exec(about.stdout)?.[0] ?? null;
  const missing = neededOptions.filter((option) => !help.stdout.includes(`${option} `));
  checks.push(
    {
      name: "bubblewrap",
      ok: missing.length === 0 && version !== null,
      detail: missing.length === 0 ? `version ${version}` : `version ${version} lacks ${missing.join(", ")}`,
      ...(missing.length === 0 ? {} : { fix: "install bubblewrap 0.8.0 of Debian 12 or later" }),
    },
    namespaceCheck(tried),
  );
  return { checks, bwrap, version };
}

/** The checks that cost nothing, for a command line; what else may be wrong shows when bubblewrap starts. */
export function quickGround(): { bwrap: string | null; failure: string | null } {
  const bwrap = findProgram("bwrap");
  const checks = [checkUid(), checkArchitecture(), ...(bwrap === null ? [] : [checkSetUid(bwrap)])];
  const failed = checks.find((check) => !check.ok);
  return {
    bwrap,
    failure: failed === undefined ? null : `${failed.detail}${failed.fix ? ` (${failed.fix})` : ""}`,
  };
}

/** What bubblewrap said when it could not set up, with the way out where it is known. */
export function explainFailure(said: string): string {
  const { detail, fix } = namespaceCheck({ code: 1, stdout: "", stderr: said });
  return fix === undefined ? detail : `${detail} (${fix})`;
}

/** A failed trial start, put in words; pure. */
export function namespaceCheck(tried: ToolResult): HostCheck {
  const name = "user namespaces";
  if (tried.code === 0) return { name, ok: true, detail: "a trial sandbox started" };
  const said = tried.stderr.trim();
  if (/setting up uid map: Permission denied|Failed RTM_NEWADDR/.test(said)) {
    return {
      name,
      ok: false,
      detail: `AppArmor restricts user namespaces: ${said}`,
      fix: "load the profile that allows bwrap: apt-get install -y apparmor-profiles && ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && systemctl reload apparmor",
    };
  }
  if (/No permissions to create new namespace|Creating new namespace failed/.test(said)) {
    return {
      name,
      ok: false,
      detail: `the kernel refuses user namespaces: ${said}`,
      fix: "allow unprivileged user namespaces (kernel.unprivileged_userns_clone, user.max_user_namespaces); in a container, a seccomp profile that permits them and an unmasked /proc",
    };
  }
  return { name, ok: false, detail: said || `trial sandbox ended with ${tried.code}` };
}

function checkUid(): HostCheck {
  const uid = process.getuid?.();
  const ok = uid !== undefined && uid !== 0;
  return {
    name: "account",
    ok,
    detail: ok
      ? `uid ${uid}, one for all members of this host; what separates them are namespaces and directories, not accounts`
      : "running as uid 0: a sandbox started by root is root outside",
    ...(ok ? {} : { fix: "start as an unprivileged account; npm start does so by itself" }),
  };
}

function checkArchitecture(): HostCheck {
  const ok = process.platform === "linux" && isKnownArchitecture(process.arch);
  return {
    name: "syscall filter",
    ok,
    detail: ok ? process.arch : `none for ${process.platform} ${process.arch}`,
  };
}

function checkSetUid(bwrap: string): HostCheck {
  const ok = (statSync(bwrap).mode & 0o6000) === 0;
  return {
    name: "bubblewrap is not set-uid",
    ok,
    detail: ok ? bwrap : `${bwrap} is set-uid (CVE-2026-41163)`,
    ...(ok ? {} : { fix: `chmod u-s ${bwrap}` }),
  };
}

/** Connections leave a networked sandbox through this program; real path, since a deny list covers real files. */
export function findBridge(): string | null {
  const found = findProgram("socat");
  return found === null ? null : realpathSync(found);
}

export function bridgeCheck(wanted: boolean, bridge: string | null): HostCheck {
  const name = "network calls";
  if (!wanted) return { name, ok: true, detail: "not offered" };
  if (bridge !== null) return { name, ok: true, detail: `through ${bridge} and the egress proxy` };
  return { name, ok: false, detail: "not offered: socat is not installed", fix: "apt-get install -y socat" };
}

function findProgram(name: string): string | null {
  for (const directory of binDirectories.split(delimiter)) {
    const path = join(directory, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch (_absent) {
      // the next directory
    }
  }
  return null;
}

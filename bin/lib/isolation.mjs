// Can the worker's account make a sandbox at all? Asked before the first start is finished, with the reason when not.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { serviceEnvironment } from "./environment.mjs";
import { Blocked } from "./say.mjs";

function read(file) {
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function reasonAndFix(stderr) {
  const saysAppArmor = /setting up uid map: Permission denied|Failed RTM_NEWADDR/.test(stderr);
  if (saysAppArmor || read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1") {
    return [
      "AppArmor restricts user namespaces here, and bubblewrap has no profile that permits them",
      "sudo apt-get install -y apparmor-profiles && sudo ln -sf /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict",
    ];
  }
  if (read("/proc/sys/kernel/unprivileged_userns_clone") === "0") {
    return [
      "user namespaces are off for ordinary accounts",
      "sudo sysctl -w kernel.unprivileged_userns_clone=1",
    ];
  }
  if (read("/proc/sys/user/max_user_namespaces") === "0") {
    return ["user namespaces are off", "sudo sysctl -w user.max_user_namespaces=15000"];
  }
  if (/proc/.test(stderr)) {
    return [
      "/proc cannot be mounted in a sandbox (usual in a container with a masked /proc)",
      "see docker-compose.yml for what a container must be given",
    ];
  }
  return ["bubblewrap cannot make its namespaces", undefined];
}

export function checkIsolation(identity) {
  const args = [
    "--unshare-all",
    "--die-with-parent",
    "--ro-bind",
    "/usr",
    "/usr",
    "--symlink",
    "usr/bin",
    "/bin",
  ];
  args.push(
    "--symlink",
    "usr/lib",
    "/lib",
    "--symlink",
    "usr/lib64",
    "/lib64",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
    "--",
    "true",
  );
  const result = spawnSync("bwrap", args, {
    env: serviceEnvironment(),
    cwd: "/",
    encoding: "utf8",
    ...identity,
  });
  if (result.status === 0) return;
  const detail = (result.error?.message ?? result.stderr).trim();
  const [reason, fix] = reasonAndFix(detail);
  throw new Blocked(`this machine cannot isolate commands: ${reason}. bwrap says: ${detail}`, fix);
}

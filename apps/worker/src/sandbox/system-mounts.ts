import { existsSync, lstatSync, readlinkSync } from "node:fs";

/** What of the host's programs a sandbox sees: /usr and, where they are not links into it, /bin, /lib and the like. */
export type SystemMounts = {
  mounts: readonly { source: string; target: string }[];
  links: readonly { target: string; link: string }[];
};

const rootDirectories = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

export function systemMounts(): SystemMounts {
  const mounts = [{ source: "/usr", target: "/usr" }];
  const links: { target: string; link: string }[] = [];
  for (const directory of rootDirectories) {
    if (!existsSync(directory)) continue;
    if (lstatSync(directory).isSymbolicLink())
      links.push({ target: readlinkSync(directory), link: directory });
    else mounts.push({ source: directory, target: directory });
  }
  return { mounts, links };
}

import { agentHome } from "../path/facts.ts";

/** The whole environment of a command, apart from the session's own entries; nothing of the worker's is passed on. */
export const fixedEnvironment: Readonly<Record<string, string>> = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  HOME: agentHome,
  USER: "agent",
  LOGNAME: "agent",
  SHELL: "/bin/bash",
  LANG: "C.UTF-8",
  TERM: "dumb",
  TMPDIR: "/tmp",
  SHLVL: "1",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  GIT_CONFIG_GLOBAL: `${agentHome}/keep/.gitconfig`,
  DEBIAN_FRONTEND: "noninteractive",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  NO_UPDATE_NOTIFIER: "1",
};

const proxy = "http://127.0.0.1:3128";
const noProxy = "localhost,127.0.0.1,::1";

/** What HTTP clients read to find their way out of a networked sandbox. */
export const egressEnvironment: Readonly<Record<string, string>> = {
  http_proxy: proxy,
  https_proxy: proxy,
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  ALL_PROXY: proxy,
  all_proxy: proxy,
  no_proxy: noProxy,
  NO_PROXY: noProxy,
  NODE_USE_ENV_PROXY: "1",
};

const reserved = /^(LD_.*|BASH_.*|SHELLOPTS|BASHOPTS|ENV|IFS|PS4|PATH|HOME|SHLVL|GLIBC_TUNABLES)$/;

/** Names that would run code or change how the gate itself reads; a session's secret may not take them. */
export function isReservedVariable(name: string): boolean {
  return !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || reserved.test(name);
}

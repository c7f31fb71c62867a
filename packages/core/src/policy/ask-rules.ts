/** The rules that may ask, as a policy names them. */
export const askRules = [
  "read-only",
  "network",
  "sensitive-path",
  "file-paths",
  "file-mode",
  "write-path",
  "rm",
  "web-mode",
  "script-mode",
  "unsandboxed",
  "sudo",
] as const;
export type AskRule = (typeof askRules)[number];

/** Rules in words, for "asked by …". */
export const askRuleText: Readonly<Record<AskRule, string>> = {
  "read-only": "In safe mode, what does more than read asks",
  network: "In safe mode, the network asks",
  "sensitive-path": "A command that names a sensitive path asks",
  "file-paths": "A file tool that leaves home or names a sensitive path asks",
  "file-mode": "In safe mode, a change of a file asks",
  "write-path": "Writing outside home asks for the password",
  rm: "What moves to the trash asks",
  "web-mode": "In safe mode, a request that changes something or a download asks",
  "script-mode": "In safe mode, a script tool that no admin marked asks",
  unsandboxed: "Leaving the sandbox asks for the password",
  sudo: "sudo asks for the password every time",
};

/** Directories of a home that programs expect to write; each is a link from the read-only home into `keep`. */
export const keepDirectories = [".cache", ".config", ".local", ".npm", ".cargo", ".gradle", ".m2"] as const;

/** Start-up files of ours in the read-only home: an earlier command can never leave one for a later shell. */
export const startUpFiles: Readonly<Record<string, string>> = {
  ".profile": "",
  ".bash_profile": "",
  ".bashrc": "",
  ".bash_logout": "",
  ".zshenv": "",
  ".zshrc": "",
  ".inputrc": "",
};

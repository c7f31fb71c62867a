/** Directories of a home that programs expect to write; each is a link from the read-only home into `keep`. */
export const keepDirectories = [
  ...[".bundle", ".bun", ".cache", ".cargo", ".composer", ".conda", ".config", ".dotnet", ".gem", ".gnupg"],
  ...[
    ".gradle",
    ".ipython",
    ".ivy2",
    ".java",
    ".julia",
    ".jupyter",
    ".local",
    ".m2",
    ".npm",
    ".nuget",
    ".pnpm-store",
  ],
  ...[".rustup", ".yarn", "go"],
] as const;

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

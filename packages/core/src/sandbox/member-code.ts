/**
 * Programs whose read-only calls load code or settings from places that commands write: a user's own Python modules,
 * the interpreter of a virtual environment, a compiler or toolchain that a settings file names. Such a call is answered
 * without asking, so it can change nothing: its places are mounted for reading alone. git has its own way, which keeps
 * such code from running at all.
 */
const programs = new Set([
  ...[
    "ansible",
    "aws",
    "az",
    "black",
    "conda",
    "csvcut",
    "csvgrep",
    "csvjson",
    "csvlook",
    "csvsort",
    "csvstat",
  ],
  ...["dotnet", "flake8", "gcloud", "gem", "go", "isort", "mamba", "meson", "mypy", "pip", "pip3", "poetry"],
  ...["pre-commit", "uv", "yamllint"],
]);

export function loadsMemberCode(argv: readonly string[]): boolean {
  return programs.has(argv[0] ?? "");
}

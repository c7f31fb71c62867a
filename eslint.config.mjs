import tseslint from "typescript-eslint";
import { auditedTransaction } from "./test/arch/lint/audited-transaction.mjs";

const house = { rules: { "audited-transaction": auditedTransaction } };

const syntaxBans = [
  { selector: "TSEnumDeclaration", message: "Use a union of string literals." },
  { selector: "TSNonNullExpression", message: "Prove it is there, or return early." },
  { selector: "CatchClause:not([param])", message: "Name the caught reason and use it." },
  {
    selector: "CatchClause:not([param.name=/^_./]) > BlockStatement[body.length=0]",
    message:
      "A caught reason is handled or kept as a cause; one that asks for nothing is named for why, as in _absent.",
  },
];
const envBan = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "process.env is read in env.ts only.",
};
const clockBans = [
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: "Core has no clock: take the time as an argument.",
  },
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Core has no clock: take the time as an argument.",
  },
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: "Core has no randomness.",
  },
];
const defaultExportBan = { selector: "ExportDefaultDeclaration", message: "Named exports only." };

/** One function builds every block, so that no block can replace the bans of another. */
function block(files, { env = false, clock = true, defaultExport = false, rules = {}, ignores = [] } = {}) {
  const bans = [...syntaxBans];
  if (!env) bans.push(envBan);
  if (!clock) bans.push(...clockBans);
  if (!defaultExport) bans.push(defaultExportBan);
  return { files, ignores, rules: { "no-restricted-syntax": ["error", ...bans], ...rules } };
}

const sizes = {
  "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
  "max-params": ["error", 4],
  "max-depth": ["error", 4],
};

const writers = [
  ...[
    "appendFile",
    "chmod",
    "chown",
    "copyFile",
    "cp",
    "createWriteStream",
    "fchmod",
    "fchown",
    "ftruncate",
    "futimes",
  ],
  ...[
    "lchmod",
    "lchown",
    "link",
    "lutimes",
    "mkdir",
    "mkdtemp",
    "rename",
    "rm",
    "rmdir",
    "symlink",
    "truncate",
  ],
  ...["unlink", "utimes", "write", "writeFile", "writev"],
].flatMap((name) => [name, `${name}Sync`]);
const oneDoor = "Files of a home are written through apps/worker/src/files/guard.ts only.";
/** Tools and executions read the disk and write nothing of it; the product's own directories are the sandbox's business. */
const homeWrites = {
  "no-restricted-imports": [
    "error",
    {
      paths: [
        { name: "node:fs", importNames: [...writers, "default", "promises"], message: oneDoor },
        ...["fs", "fs/promises", "node:fs/promises"].map((name) => ({ name, message: oneDoor })),
      ],
    },
  ],
};

export default tseslint.config(
  {
    ignores: [
      "**/node_modules/**",
      "**/.next/**",
      "**/dist/**",
      "apps/web/next.config.ts",
      "packages/services/src/generated/**",
      "**/next-env.d.ts",
      "test-results/**",
      "playwright-report/**",
    ],
  },
  {
    files: ["apps/**/*.{ts,tsx}", "packages/**/*.ts", "test/**/*.{ts,tsx}"],
    extends: [tseslint.configs.base],
    plugins: { house },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/ban-ts-comment": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrorsIgnorePattern: "^_" },
      ],
      "no-eval": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  block(["apps/worker/**/*.ts", "packages/services/**/*.ts"], { rules: sizes, ignores: ["**/env.ts"] }),
  {
    files: ["apps/worker/src/**/*.ts"],
    ignores: [
      "apps/worker/src/{files,sandbox,process,programs,elevation,cli}/**",
      "apps/worker/src/execution/directories.ts",
      "apps/worker/src/host/identity.ts",
    ],
    rules: homeWrites,
  },
  block(["apps/web/src/{features,ui,trpc,server}/**/*.{ts,tsx}"], { rules: sizes }),
  block(["apps/web/src/app/**/*.{ts,tsx}"], { defaultExport: true, rules: sizes }),
  block(["packages/core/**/*.ts"], { clock: false, rules: sizes }),
  block(["**/env.ts"], { env: true }),
  block(["test/**/*.{ts,tsx}"], { env: true, rules: { "max-lines": ["error", 400] } }),
  block(["test/helpers/start-product.ts"], { env: true, defaultExport: true }),
  { files: ["packages/services/src/**/*.ts"], rules: { "house/audited-transaction": "error" } },
);

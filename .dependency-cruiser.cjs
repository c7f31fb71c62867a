/** The import rules. Each has a name and the reason; test/arch/import-rules.test.ts seeds a violation of each. */
const rule = (name, comment, from, to, extra = {}) => ({
  name,
  comment,
  severity: "error",
  from,
  to,
  ...extra,
});
const builtin = { dependencyTypes: ["core"] };
const notTypes = { dependencyTypesNot: ["type-only"] };
const npm = (names) => `node_modules/(${names})(/|$)`;

module.exports = {
  forbidden: [
    rule(
      "no-circular",
      "an import cycle hides an order that matters",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    rule("no-unresolvable", "every import resolves", {}, { couldNotResolve: true }),
    rule(
      "core-is-pure",
      "core is data in, decision out: no Node built-in",
      { path: "^packages/core/src" },
      builtin,
    ),
    rule(
      "core-imports-itself",
      "core imports itself, zod, jsons, a reader of JSON with places and the two parsers, nothing else",
      { path: "^packages/core/src" },
      {
        pathNot: [
          "^packages/core/src",
          "^jsons/",
          npm("zod|jsonc-parser|web-tree-sitter|tree-sitter-bash|unbash"),
        ],
        dependencyTypesNot: ["core", "unknown"],
      },
    ),
    rule(
      "one-parser-file",
      "the syntax-tree library is touched by one file",
      { pathNot: "^packages/core/src/shell/parse\\.ts$" },
      { path: npm("web-tree-sitter"), ...notTypes },
    ),
    rule(
      "one-defaults-file",
      "shipped data enters through defaults.ts",
      { path: "^(apps|packages)/", pathNot: "^packages/core/src/policy/defaults\\.ts$" },
      { path: "^jsons/" },
    ),
    rule(
      "rules-are-leaves",
      "a rule knows no other rule and not the decision that runs it",
      { path: "^packages/core/src/policy/rules/([^/]+)\\.ts$" },
      {
        path: "^packages/core/src/policy/(rules/(?!shared/)|decide\\.ts$)",
        pathNot: "^packages/core/src/policy/rules/$1",
      },
    ),
    rule("services-face-down", "services know no app", { path: "^packages/services" }, { path: "^apps/" }),
    rule(
      "services-no-process",
      "services start nothing and listen on nothing; the guard alone has a thread, since both tiers decide",
      {
        path: "^packages/services/src",
        pathNot: "^packages/services/src/decision/guard-(pool|thread)\\.ts$",
      },
      { path: "^(node:)?(child_process|http|https|net|worker_threads|cluster)$" },
    ),
    rule(
      "one-prisma-file",
      "the Prisma client is opened by one file",
      { path: "^(apps|packages)/", pathNot: "^packages/services/src/(db\\.ts$|generated/|migrate\\.ts$)" },
      { path: ["^packages/services/src/generated/", npm("@prisma/[^/]+")], ...notTypes },
    ),
    rule(
      "one-redis-file",
      "connections to Redis are opened by one file",
      { path: "^(apps|packages)/", pathNot: "^packages/services/src/redis\\.ts$" },
      { path: npm("ioredis"), ...notTypes },
    ),
    rule(
      "one-queue-folder",
      "queues are built in one folder and consumed in one",
      { path: "^(apps|packages)/", pathNot: "^(packages/services/src/queue|apps/worker/src/consumers)/" },
      { path: npm("bullmq"), ...notTypes },
    ),
    rule(
      "internal-stays-internal",
      "an entity's internal.ts is its own",
      { path: "^packages/services/src/([^/]+)/" },
      { path: "^packages/services/src/[^/]+/internal\\.ts$", pathNot: "^packages/services/src/$1/" },
    ),
    rule(
      "apps-are-strangers-web",
      "the apps meet in Postgres and Redis only",
      { path: "^apps/web" },
      { path: "^apps/worker" },
    ),
    rule(
      "apps-are-strangers-worker",
      "the apps meet in Postgres and Redis only",
      { path: "^apps/worker" },
      { path: "^apps/web" },
    ),
    rule(
      "browser-sees-core-only",
      "what reaches a browser imports neither services nor the server side",
      {
        path: "^apps/web/src/(app|features|ui|trpc)/",
        pathNot: ["/route\\.ts$", "^apps/web/src/trpc/server"],
      },
      { path: "^(packages/services|apps/web/src/(server|env))", ...notTypes },
    ),
    rule(
      "routes-through-server",
      "a route handler goes through server/",
      { path: "^apps/web/src/app/", pathNot: "/page\\.tsx$" },
      { path: "^packages/services" },
    ),
    rule(
      "browser-no-node",
      "what reaches a browser uses no Node built-in",
      { path: "^apps/web/src/(features|ui|trpc)/" },
      builtin,
    ),
    rule(
      "one-spawn-file",
      "processes are started by one file",
      { path: "^(apps|packages)/", pathNot: "^apps/worker/src/process/spawn\\.ts$" },
      { path: "^(node:)?child_process$" },
    ),
    rule(
      "hands-know-no-ledger",
      "what touches the host gets functions, not the database",
      { path: "^apps/worker/src/(sandbox|process|output|tools|files)/" },
      { path: "^packages/services", ...notTypes },
    ),
    rule(
      "agent-has-no-hands",
      "what drives an agent asks like any person: it cannot reach what touches the host",
      { path: "^apps/worker/src/agent/" },
      { path: "^apps/worker/src/(sandbox|process|output|tools|execution|files|programs)/" },
    ),
    rule(
      "src-not-to-test",
      "product code never imports tests",
      { path: "^(apps|packages)/" },
      { path: "^test/" },
    ),
    rule(
      "tests-share-helpers-only",
      "a test imports helpers and corpus, no other test",
      { path: "^test/.*\\.(test|spec)\\.tsx?$" },
      { path: "^test/.*\\.(test|spec)\\.tsx?$" },
    ),
    rule(
      "no-deep-package-path",
      "packages are imported by name",
      { path: "^(apps|test)/" },
      { path: "^packages/", dependencyTypes: ["local"], dependencyTypesNot: ["aliased-workspace"] },
    ),
    rule(
      "no-orphans",
      "a module nobody imports is deleted",
      {
        orphan: true,
        pathNot: [
          "\\.d\\.ts$",
          "^test/",
          "^apps/web/(src/app|public|src/server/replay/replay-thread|next\\.config|postcss\\.config)",
          "^apps/worker/src/(main|cli/|process/launcher|files/file-thread)",
        ],
      },
      {},
    ),
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^packages/services/src/generated/"] },
    exclude: { path: ["^apps/web/\\.next/", "^dist/", "^apps/web/next-env"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "test/tsconfig.json" },
    enhancedResolveOptions: {
      conditionNames: ["import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};

#!/usr/bin/env node
// Stands in for Prisma's native schema engine: its command line and its JSON-RPC on stdio, answered by the WASM engine.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createDatabase, dropDatabase, offlineFactory, onlineFactory, withClient } from "./connection.mjs";
import { engineVersion, openEngine } from "./wasm.mjs";

function readArguments(words) {
  const found = { datamodels: [], datasource: undefined, command: [], version: false };
  const rest = [...words];
  while (rest.length > 0) {
    const word = rest.shift();
    if (word === "--version" || word === "-V") found.version = true;
    else if (word === "--datamodels") found.datamodels.push(rest.shift());
    else if (word === "--datasource") found.datasource = JSON.parse(rest.shift());
    else if (word.startsWith("--")) rest.shift();
    else found.command.push(word);
  }
  return found;
}

const options = readArguments(process.argv.slice(2));
const url = options.datasource?.url;

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function log(level, message, code) {
  const line = {
    timestamp: new Date().toISOString(),
    level,
    target: "schema_engine::logger",
    fields: { message, error_code: code },
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

const cliCodes = { "3D000": "P1003", "28P01": "P1000", 28000: "P1000" };

async function runCliCommand(name) {
  log("INFO", "Starting schema engine CLI"); // the caller throws the first line away
  try {
    if (name === "can-connect-to-database") await withClient(url, undefined, async () => undefined);
    else if (name === "create-database") await createDatabase(url);
    else if (name === "drop-database") await dropDatabase(url);
    else throw new Error(`unknown command ${name}`);
    return 0;
  } catch (error) {
    log("ERROR", error.message, cliCodes[error.code] ?? "P1001");
    return 1;
  }
}

let panicMessage;
let opened;
const pending = new Set();

function reportPanics() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panicMessage = message;
    },
  };
  process.on("uncaughtException", (error) => {
    const message = panicMessage ?? error.stack;
    const data = { is_panic: true, message, error: { message } };
    for (const id of pending) send({ id, error: { code: -32603, message, data } });
    setTimeout(() => process.exit(101), 50);
  });
}

async function engineFor(needsDatabase) {
  if (!opened) {
    const shadow = options.datasource?.shadowDatabaseUrl;
    const factory = needsDatabase ? onlineFactory(url, { shadowUrl: shadow }) : offlineFactory();
    const files = options.datamodels.map((file) => [file, readFileSync(file, "utf8")]);
    opened = await openEngine(factory, files.length > 0 ? files : undefined);
  }
  return opened.engine;
}

const offlineTargets = new Set(["empty", "schemaDatamodel"]);

async function dispatch(method, params) {
  if (method === "createDatabase") {
    return { databaseName: await createDatabase(params.datasource?.url ?? url) };
  }
  if (method === "diff") {
    const needsDatabase = [params.from, params.to].some((target) => !offlineTargets.has(target.tag));
    const engine = await engineFor(needsDatabase);
    const result = await engine.diff(params);
    const content = result.stdout?.replace(/\n$/, "");
    if (content) send({ id: 1_000_000, method: "print", params: { content } });
    return { exitCode: result.exitCode, stdout: null };
  }
  const engine = await engineFor(true);
  if (method === "getDatabaseVersion") return engine.version(params);
  if (typeof engine[method] !== "function") throw new Error(`unsupported method ${method}`);
  return (await engine[method](params)) ?? {};
}

function rpcError(error) {
  const original = opened?.originalError(error);
  const message = original?.message ?? error?.message ?? String(error);
  const code = original?.code ?? error?.code;
  const known = /^P\d{4}$/.test(code ?? "") ? code : null;
  const data = { is_panic: false, message, meta: error?.meta ?? null, error_code: known };
  return { code: 4466, message: "schema engine error", data };
}

async function answer({ id, method, params }) {
  try {
    send({ id, result: await dispatch(method, params ?? {}) });
  } catch (error) {
    send({ id, error: rpcError(error) });
  } finally {
    pending.delete(id);
  }
}

function serve() {
  reportPanics();
  let queue = Promise.resolve();
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      if (!line.trim()) return;
      const request = JSON.parse(line);
      if (!request.method) return;
      pending.add(request.id);
      queue = queue.then(() => answer(request));
    })
    .on("close", () => queue.then(() => process.exit(0)));
}

if (options.version) console.log(`schema-engine-wasm ${engineVersion()}`);
else if (options.command[0] === "cli") process.exit(await runCliCommand(options.command[1]));
else serve();

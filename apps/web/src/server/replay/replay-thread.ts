import { parentPort, workerData } from "node:worker_threads";
import { canonicalJson } from "@gatehouse/core/canonical";
import { effectivePolicy, type Policy } from "@gatehouse/core/policy/defaults";
import { type PolicyInput, policySchema } from "@gatehouse/core/policy/policy";
import { entryHits } from "@gatehouse/core/policy/replay/entry-hits";
import { replay } from "@gatehouse/core/policy/replay/replay";
import {
  createPastCallCache,
  loadPastCalls,
  type LoadedCall,
  type PastCallCache,
} from "@gatehouse/services/policy/past-calls";
import { type HitsAnswer, mostFlips, type PreviewAnswer } from "@gatehouse/services/policy/replay-port";
import { createPool } from "@gatehouse/services/pool";
import { loadShell } from "@gatehouse/services/shell";
import type { Part, ReplayJob, ReplayReply, ReplaySettings } from "./replay-message.ts";

/**
 * Judges a part of the past calls of an org in a thread of its own, so that no request waits for it. The calls of the orgs asked about
 * last stay here, read and unfolded.
 */
const settings = workerData as ReplaySettings & { part: Part };
const pool = createPool(settings.databaseUrl, 1);
const mostOrgs = 3;
const mostPolicies = 3;
/** verdicts are kept with the policy object, so that a document asked about again is not judged again */
type OrgCache = { past: PastCallCache; policies: Map<string, Policy> };
const caches = new Map<string, OrgCache>();

function cacheOf(orgId: string): OrgCache {
  const cache = caches.get(orgId) ?? { past: createPastCallCache(), policies: new Map<string, Policy>() };
  caches.delete(orgId);
  caches.set(orgId, cache);
  const [oldest] = caches.keys();
  if (caches.size > mostOrgs && oldest !== undefined) caches.delete(oldest);
  return cache;
}

function policyOf({ policies }: OrgCache, input: PolicyInput): Policy {
  const document = policySchema.parse(input);
  const key = canonicalJson(document);
  const policy = policies.get(key) ?? effectivePolicy(document);
  policies.delete(key);
  policies.set(key, policy);
  const [oldest] = policies.keys();
  if (policies.size > mostPolicies && oldest !== undefined) policies.delete(oldest);
  return policy;
}

async function answer(job: ReplayJob): Promise<PreviewAnswer | HitsAnswer> {
  const begun = performance.now();
  const shell = await loadShell(settings.wasmDirectory);
  const cache = cacheOf(job.orgId);
  const calls = await loadPastCalls(pool, { orgId: job.orgId, part: settings.part }, cache.past);
  if (job.kind === "hits")
    return { calls: calls.length, hits: entryHits(calls, policyOf(cache, job.document), shell) };
  const [before, after] = [policyOf(cache, job.before), policyOf(cache, job.after)];
  const { flips } = replay(calls, { before, after, shell });
  const byId = new Map<string, LoadedCall>(calls.map((call) => [call.id, call]));
  const counts = { refused: 0, asking: 0, allowed: 0 };
  const shown = flips.filter(({ kind }) => {
    counts[kind] += 1;
    return counts[kind] <= mostFlips;
  });
  return {
    calls: calls.length,
    onFacts: calls.filter(({ onFacts }) => onFacts).length,
    sinceMs: calls.at(-1)?.atMs ?? null,
    ...counts,
    flips: shown.flatMap((flip) => {
      const past = byId.get(flip.id);
      if (past === undefined) return [];
      const { memberId, sessionId, atMs, argv } = past;
      return [{ ...flip, memberId, sessionId, atMs, argv }];
    }),
    tookMs: performance.now() - begun,
  };
}

parentPort?.on("message", (job: ReplayJob) => {
  answer(job).then(
    (value) => parentPort?.postMessage({ id: job.id, ok: true, value } satisfies ReplayReply),
    (cause: unknown) =>
      parentPort?.postMessage({ id: job.id, ok: false, problem: String(cause) } satisfies ReplayReply),
  );
});

import { createConsumerConnection } from "@gatehouse/services/redis";
import { readSecretKeys } from "@gatehouse/services/secret/keys";
import type { AgentServices } from "@gatehouse/services/turn/agent-ctx";
import { wakeTurns } from "@gatehouse/services/turn/wake";
import { runTurn } from "./agent/run-turn.ts";
import { testProvider } from "./agent/test-provider.ts";
import { consumeAgent } from "./consumers/agent.ts";
import type { WorkerEnv } from "./env.ts";

/** Drives turns in this worker; one that was not given the keys of the orgs' secrets leaves turns to the others. */
export async function driveAgents(
  env: WorkerEnv,
  services: Omit<AgentServices, "secretKeys">,
): Promise<{ close(): Promise<void> }> {
  const { log } = services;
  if (env.SECRET_KEYS === undefined) {
    log.warn({}, "SECRET_KEYS is not set: this worker runs tool calls and drives no agent");
    return { close: async () => undefined };
  }
  const agents: AgentServices = { ...services, secretKeys: readSecretKeys(env.SECRET_KEYS) };
  const connection = createConsumerConnection(env.REDIS_URL, log);
  const consumer = consumeAgent({
    connection,
    runTurn: (turnId) => runTurn(agents, turnId),
    testProvider: (providerId) => testProvider(agents, providerId),
    log,
  });
  const stopWaking = wakeTurns(agents);
  await consumer.ready();
  return {
    async close() {
      stopWaking();
      await consumer.close();
      connection.disconnect();
    },
  };
}

import { createServer } from "node:http";
import { handleTrpc } from "../../apps/web/src/server/trpc-handler.ts";
import { startServer } from "../../apps/web/src/server/start.ts";

/** The web server's API and its maintenance on a port of their own, without the pages. */
const port = Number(process.argv[2]);

async function body(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

await startServer();
createServer((request, response) => {
  void (async () => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const sent = await body(request);
    const answer = await handleTrpc(
      new Request(`http://web${request.url ?? "/"}`, {
        method: request.method ?? "GET",
        headers,
        ...(sent.length > 0 ? { body: new Uint8Array(sent) } : {}),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  })().catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
}).listen(port, "0.0.0.0", () => process.stdout.write(`web ready on ${port}\n`));
process.on("SIGTERM", () => process.exit(0));

import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { createServer as createHttpServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer } from "node:net";

export type Got = { path: string; headers: IncomingHttpHeaders; body: Buffer };
export type HttpReceiver = {
  base: string;
  got: Got[];
  /** answers for one request each, whose path or body holds `to`; all others are answered 200 */
  answer: { to: string; status: number; headers?: Record<string, string> }[];
  close(): void;
};

/** A server that keeps what it is sent: a webhook's receiver, or a push service. */
export async function receiveHttp(): Promise<HttpReceiver> {
  const got: Got[] = [];
  const answer: HttpReceiver["answer"] = [];
  const server = createHttpServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts);
      got.push({ path: request.url ?? "", headers: request.headers, body });
      const text = `${request.url} ${body.toString()}`;
      const at = answer.findIndex(({ to }) => text.includes(to));
      const [next] = at < 0 ? [] : answer.splice(at, 1);
      response.writeHead(next?.status ?? 200, next?.headers ?? {}).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, got, answer, close: () => void server.close() };
}

export type Mail = { from: string; to: string; source: string };
export type MailReceiver = { url: string; mails: Mail[]; refuse: string[]; close(): void };

/** Just enough of a mail server to take what is sent to it; `refuse` holds answers for the next recipients. */
export async function receiveMail(): Promise<MailReceiver> {
  const mails: Mail[] = [];
  const refuse: string[] = [];
  const server = createServer((socket) => {
    let text = "";
    let mail: Mail | null = null;
    let inData = false;
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const onLine = (line: string): void => {
      if (inData && mail !== null) {
        if (line !== ".") mail.source += `${line.replace(/^\./, "")}\n`;
        else {
          inData = false;
          mails.push(mail);
          say("250 taken");
        }
        return;
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === "MAIL") mail = { from: line.slice(10), to: "", source: "" };
      if (word === "RCPT" && mail !== null) {
        mail.to = line.slice(8);
        const no = refuse.shift();
        if (no !== undefined) return say(no);
      }
      if (word === "DATA") {
        inData = true;
        return say("354 go on");
      }
      if (word === "QUIT") return void socket.end("221 bye\r\n");
      say("250 ok");
    };
    socket.on("error", () => undefined);
    socket.on("data", (part: Buffer) => {
      text += part.toString("latin1");
      for (let cut = text.indexOf("\r\n"); cut !== -1; cut = text.indexOf("\r\n")) {
        const line = text.slice(0, cut);
        text = text.slice(cut + 2);
        onLine(line);
      }
    });
    say("220 ready");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, mails, refuse, close: () => void server.close() };
}

export type TestDevice = { p256dh: string; auth: string; open(body: Buffer): string };

/** A browser's side of web push: its keys, and the opening of what was sealed to them (RFC 8291 and RFC 8188). */
export function testDevice(): TestDevice {
  const own = createECDH("prime256v1");
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: publicKey.toString("base64url"),
    auth: auth.toString("base64url"),
    open(body) {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + keyLength);
      const shared = own.computeSecret(sender);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const secret = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
      const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
      const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
      const sealed = body.subarray(21 + keyLength);
      const decipher = createDecipheriv("aes-128-gcm", key, nonce);
      decipher.setAuthTag(sealed.subarray(sealed.length - 16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString("utf8");
    },
  };
}

/** As the Standard Webhooks specification tells a receiver to compute it. */
export function webhookSignature(secret: string, { headers, body }: Got): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body.toString()}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

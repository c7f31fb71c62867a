import { createTransport } from "nodemailer";
import type { Content } from "./content.ts";

/** The way to a mail server, opened once a process. */
export type Mailer = {
  from: string;
  /** Throws; `responseCode` of the error is the server's answer where it gave one. */
  send(mail: { to: string; subject: string; text: string; html: string; id: string }): Promise<void>;
  /** Reaches the server and signs in there, and sends nothing. */
  verify(): Promise<void>;
  close(): void;
};

const patienceMs = 30_000;

export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const patient = new URL(url);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    if (!patient.searchParams.has(name)) patient.searchParams.set(name, String(patienceMs));
  const transport = createTransport(patient.href);
  const host = /@([A-Za-z0-9.-]+)>?$/.exec(from)?.[1] ?? "gatehouse";
  return {
    from,
    async send({ to, subject, text, html, id }) {
      const headers = { "auto-submitted": "auto-generated" };
      await transport.sendMail({ from, to, subject, text, html, messageId: `<${id}@${host}>`, headers });
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

/** The same words as text and as plain HTML, with the one link to press. */
export function mailOf({ message, url, org }: Content): { subject: string; text: string; html: string } {
  const why = `You get this because you are a member of ${org.name}. Your profile page says what you are told of.`;
  const words = escaped(message.body).replaceAll("\n", "<br>");
  return {
    subject: message.title,
    text: `${message.title}\n\n${message.body}\n\n${url}\n\n-- \n${why}\n`,
    html: [
      "<!doctype html>",
      '<html lang="en"><body style="font-family:sans-serif;line-height:1.5;max-width:36em">',
      `<h1 style="font-size:1.15em;margin:0 0 .75em">${escaped(message.title)}</h1>`,
      `<p style="overflow-wrap:anywhere">${words}</p>`,
      `<p><a href="${escaped(url)}" style="display:inline-block;padding:.6em 1em;border:1px solid #444;border-radius:.4em;color:#111;text-decoration:none">Open it in Gatehouse</a></p>`,
      `<p style="color:#666;font-size:.85em">${escaped(why)}</p>`,
      "</body></html>",
    ].join("\n"),
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

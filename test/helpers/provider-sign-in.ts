import type { Person } from "./web.ts";

const { answerProvider } = await import("../../apps/web/src/server/provider-callback.ts");

/** Opens an address of ours that an identity provider sends the browser to; gives where that leads. */
export async function comeBack(person: Person, address: string): Promise<string> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await answerProvider(new Request(address, { headers: { cookie } }));
  for (const line of response.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    const cut = pair.indexOf("=");
    if (/max-age=0/i.test(line)) person.cookies.delete(pair.slice(0, cut));
    else person.cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
  }
  return response.headers.get("location") ?? "";
}

/** What a browser does at the provider: follows it, with its cookies there, until it is sent back to us. */
export async function throughProvider(url: string): Promise<string> {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  let at = url;
  for (let step = 0; step < 10; step += 1) {
    if (new URL(at).origin !== origin) return at;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    }
    const next = response.headers.get("location");
    if (next === null) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    at = new URL(next, at).href;
  }
  throw new Error("the provider sends in a circle");
}

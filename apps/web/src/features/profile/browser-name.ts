import bowser from "bowser";

/** "Firefox 128 on Linux"; what names neither browser nor system is shown as it came, shortened. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent.trim() === "") return "Unknown browser";
  const { browser, os } = bowser.parse(userAgent);
  const major = browser.version?.split(".")[0];
  const name = browser.name && `${browser.name}${major === undefined ? "" : ` ${major}`}`;
  const parts = [name, os.name].filter((part) => part !== undefined && part !== "");
  return parts.length === 0 ? userAgent.slice(0, 80) : parts.join(" on ");
}

import { pino } from "pino";
import { webEnv } from "../env.ts";

export const log = pino({ name: "web", level: webEnv().LOG_LEVEL, redact: ["password", "token", "cookie"] });

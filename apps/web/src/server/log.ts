import { pino } from "pino";
import { logLevel } from "../env.ts";

export const log = pino({ name: "web", level: logLevel(), redact: ["password", "token", "cookie"] });

import type { WebRule } from "./web-rule.ts";
import { webMode } from "./rules/web-mode.ts";
import { webShape } from "./rules/web-shape.ts";
import { webTarget } from "./rules/web-target.ts";

/** Every rule of the tools that speak HTTP runs on every one of their calls. */
export const webRules: readonly WebRule[] = [webShape, webTarget, webMode];

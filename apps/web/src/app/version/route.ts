import { versionOf } from "../../server/health.ts";

export const dynamic = "force-dynamic";

export const GET = versionOf;

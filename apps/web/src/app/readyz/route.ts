import { readiness } from "../../server/health.ts";

export const dynamic = "force-dynamic";

export const GET = readiness;

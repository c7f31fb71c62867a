import { health } from "../../server/health.ts";

export const dynamic = "force-dynamic";

export const GET = health;

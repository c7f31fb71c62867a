-- Hosts that join with a token and keep a secret, what an admin wants of each, and whose turn it is on one.

ALTER TABLE "host" DROP COLUMN "labels";
ALTER TABLE "host" ADD COLUMN "labels" TEXT[] DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "host" ADD COLUMN "protocol" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "host" ADD COLUMN "secret_hash" TEXT;
ALTER TABLE "host" ADD COLUMN "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "host" ADD COLUMN "load" DOUBLE PRECISION NOT NULL DEFAULT 0;
ALTER TABLE "host" ADD COLUMN "disk_free_bytes" BIGINT;
ALTER TABLE "host" ADD COLUMN "removed_at" TIMESTAMPTZ(3);
UPDATE "host" SET "state" = 'ok' WHERE "state" NOT IN ('ok', 'cordoned', 'draining');
ALTER TABLE "host" ADD CONSTRAINT "host_state_known" CHECK ("state" IN ('ok', 'cordoned', 'draining'));

CREATE TABLE "host_join_token" (
    "id" UUID NOT NULL,
    "token_hash" TEXT NOT NULL,
    "org_id" UUID,
    "created_by" UUID,
    "sealed_keys" BYTEA,
    "labels" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "used_by" UUID,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "host_join_token_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "host_join_token_token_hash_key" ON "host_join_token"("token_hash");

CREATE TABLE "host_turn" (
    "host_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "served_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "host_turn_pkey" PRIMARY KEY ("host_id","member_id")
);

-- A change after which an older web or worker would do harm raises this number in its own migration.
CREATE TABLE "installation" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "protocol" INTEGER NOT NULL,

    CONSTRAINT "installation_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "installation" ADD CONSTRAINT "installation_is_one" CHECK ("id" = 1);
INSERT INTO "installation" ("id", "protocol") VALUES (1, 1);

ALTER TABLE "execution" ADD COLUMN "member_id" UUID;
ALTER TABLE "execution" ADD COLUMN "background" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "execution" ADD COLUMN "trace_parent" TEXT;
UPDATE "execution" e SET "member_id" = t."member_id", "background" = t."tool" = 'background_command' FROM "tool_call" t WHERE t."id" = e."tool_call_id";

CREATE FUNCTION execution_of_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT member_id, tool = 'background_command' INTO NEW.member_id, NEW.background FROM tool_call WHERE id = NEW.tool_call_id;
  RETURN NEW;
END $$;
CREATE TRIGGER execution_of_member BEFORE INSERT ON "execution" FOR EACH ROW EXECUTE FUNCTION execution_of_member();

-- What waits on a host, by member and session: the next of each is one step away, however many wait.
CREATE INDEX "execution_waiting" ON "execution" ("host_id", "background", "member_id", "session_id", "queued_at", "id") WHERE "state" = 'queued';
CREATE INDEX "execution_running" ON "execution" ("member_id", "session_id", "host_id") WHERE "state" = 'running';

CREATE INDEX "execution_finished_at_idx" ON "execution" USING BRIN ("finished_at");
CREATE INDEX "decision_decided_at_idx" ON "decision" USING BRIN ("decided_at");

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "model" TEXT,
ADD COLUMN     "provider_id" UUID,
ADD COLUMN     "visibility" TEXT NOT NULL DEFAULT 'org_drive';

-- CreateTable
CREATE TABLE "session_member" (
    "session_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "access" TEXT NOT NULL,
    "shared_by" UUID NOT NULL,
    "shared_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "session_member_pkey" PRIMARY KEY ("session_id","member_id")
);

-- CreateTable
CREATE TABLE "org_secret" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" UUID,

    CONSTRAINT "org_secret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_provider" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "base_url" TEXT NOT NULL,
    "secret_name" TEXT,
    "models" JSONB NOT NULL,
    "default_model" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_at" TIMESTAMPTZ(3),
    "test_requested_at" TIMESTAMPTZ(3),
    "tested_at" TIMESTAMPTZ(3),
    "test_ok" BOOLEAN,
    "test_sentence" TEXT,

    CONSTRAINT "model_provider_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "turn" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "provider_id" UUID,
    "model" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'thinking',
    "lease" BIGINT NOT NULL DEFAULT 0,
    "lease_expires_at" TIMESTAMPTZ(3),
    "steps" INTEGER NOT NULL DEFAULT 0,
    "working_ms" BIGINT NOT NULL DEFAULT 0,
    "input_tokens" BIGINT NOT NULL DEFAULT 0,
    "output_tokens" BIGINT NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "end_code" TEXT,
    "end_sentence" TEXT,
    "ended_by" UUID,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "turn_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "author" TEXT NOT NULL,
    "member_id" UUID,
    "request_key" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "turn_id" UUID,
    "step" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "model_step" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "turn_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL DEFAULT 'streaming',
    "text" TEXT NOT NULL DEFAULT '',
    "reasoning" TEXT NOT NULL DEFAULT '',
    "note" TEXT,
    "input_tokens" INTEGER NOT NULL DEFAULT 0,
    "output_tokens" INTEGER NOT NULL DEFAULT 0,
    "cost_micros" BIGINT NOT NULL DEFAULT 0,
    "finish_reason" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "model_step_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "step_call" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "turn_id" UUID NOT NULL,
    "step_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "model_call_id" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "input" TEXT NOT NULL,
    "tool_call_id" UUID,
    "result" TEXT,
    "failed" BOOLEAN,
    "changed" BOOLEAN,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "step_call_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "session_member_member_id_idx" ON "session_member"("member_id");

-- CreateIndex
CREATE INDEX "org_secret_key_id_idx" ON "org_secret"("key_id");

-- CreateIndex
CREATE UNIQUE INDEX "org_secret_org_id_name_key" ON "org_secret"("org_id", "name");

-- CreateIndex
CREATE INDEX "model_provider_org_id_idx" ON "model_provider"("org_id");

-- CreateIndex
CREATE INDEX "turn_session_id_started_at_idx" ON "turn"("session_id", "started_at");

-- CreateIndex
CREATE INDEX "turn_session_id_changed_at_idx" ON "turn"("session_id", "changed_at");

-- CreateIndex
CREATE INDEX "turn_org_id_started_at_idx" ON "turn"("org_id", "started_at");

-- CreateIndex
CREATE INDEX "message_session_id_created_at_idx" ON "message"("session_id", "created_at");

-- CreateIndex
CREATE INDEX "message_turn_id_idx" ON "message"("turn_id");

-- CreateIndex
CREATE UNIQUE INDEX "message_session_id_request_key_key" ON "message"("session_id", "request_key");

-- CreateIndex
CREATE UNIQUE INDEX "model_step_turn_id_number_attempt_key" ON "model_step"("turn_id", "number", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "step_call_tool_call_id_key" ON "step_call"("tool_call_id");

-- CreateIndex
CREATE INDEX "step_call_turn_id_idx" ON "step_call"("turn_id");

-- CreateIndex
CREATE UNIQUE INDEX "step_call_step_id_position_key" ON "step_call"("step_id", "position");

-- AddForeignKey
ALTER TABLE "session_member" ADD CONSTRAINT "session_member_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "turn" ADD CONSTRAINT "turn_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "message" ADD CONSTRAINT "message_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turn"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_step" ADD CONSTRAINT "model_step_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turn"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_call" ADD CONSTRAINT "step_call_turn_id_fkey" FOREIGN KEY ("turn_id") REFERENCES "turn"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "step_call" ADD CONSTRAINT "step_call_step_id_fkey" FOREIGN KEY ("step_id") REFERENCES "model_step"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Closed sets; the code has the same words in core/agent/turn-status and core/session/visibility.
ALTER TABLE "session" ADD CONSTRAINT "session_visibility_known" CHECK ("visibility" IN ('private', 'org_read', 'org_drive'));
ALTER TABLE "session_member" ADD CONSTRAINT "session_member_access_known" CHECK ("access" IN ('read', 'drive'));
ALTER TABLE "model_provider" ADD CONSTRAINT "model_provider_kind_known" CHECK ("kind" IN ('openai_compatible', 'anthropic', 'ollama'));
CREATE UNIQUE INDEX "model_provider_one_default" ON "model_provider" ("org_id") WHERE "default_model" IS NOT NULL AND "removed_at" IS NULL;
ALTER TABLE "message" ADD CONSTRAINT "message_author_known" CHECK ("author" IN ('person', 'product'));
ALTER TABLE "model_step" ADD CONSTRAINT "model_step_status_known" CHECK ("status" IN ('streaming', 'waiting', 'finished', 'broken'));
ALTER TABLE "turn" ADD CONSTRAINT "turn_status_known" CHECK ("status" IN
  ('thinking', 'calling', 'waiting', 'finished', 'stopped', 'failed', 'limited'));
ALTER TABLE "turn" ADD CONSTRAINT "turn_ended_has_time" CHECK
  (("status" IN ('finished', 'stopped', 'failed', 'limited')) = ("ended_at" IS NOT NULL));

-- A session has one turn at a time: what is said meanwhile steers it.
CREATE UNIQUE INDEX "turn_one_open" ON "turn" ("session_id") WHERE "status" IN ('thinking', 'calling', 'waiting');
CREATE INDEX "turn_open" ON "turn" ("lease_expires_at") WHERE "status" IN ('thinking', 'calling', 'waiting');

-- What is over stays over, and a fence only grows.
CREATE FUNCTION turn_moves_forward() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL AND NEW.status IS DISTINCT FROM OLD.status THEN
    RAISE EXCEPTION 'turn % is over', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.lease < OLD.lease THEN
    RAISE EXCEPTION 'the lease of turn % only grows', OLD.id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER turn_moves_forward BEFORE UPDATE ON "turn" FOR EACH ROW EXECUTE FUNCTION turn_moves_forward();

CREATE FUNCTION announce_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'turn', 'orgId', NEW.org_id, 'sessionId', NEW.session_id,
    'turnId', NEW.id, 'state', NEW.status)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER turn_announced_new AFTER INSERT ON "turn" FOR EACH ROW EXECUTE FUNCTION announce_turn();
CREATE TRIGGER turn_announced AFTER UPDATE ON "turn" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.steps IS DISTINCT FROM NEW.steps) EXECUTE FUNCTION announce_turn();

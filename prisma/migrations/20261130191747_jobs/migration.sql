-- AlterTable
ALTER TABLE "execution" ADD COLUMN     "usage_now" JSONB;

-- CreateTable
CREATE TABLE "job_keyword" (
    "tool_call_id" UUID NOT NULL,
    "keyword" TEXT NOT NULL,
    "org_id" UUID NOT NULL,
    "watched" BOOLEAN NOT NULL,
    "changed_by" UUID NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_keyword_pkey" PRIMARY KEY ("tool_call_id","keyword")
);

-- CreateTable
CREATE TABLE "keyword_hit" (
    "execution_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "org_id" UUID NOT NULL,
    "keyword" TEXT NOT NULL,
    "offset" BIGINT NOT NULL,
    "row" BIGINT NOT NULL,
    "stream" SMALLINT NOT NULL,
    "excerpt" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyword_hit_pkey" PRIMARY KEY ("execution_id","seq")
);

-- CreateTable
CREATE TABLE "notification" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "org_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" UUID NOT NULL,
    "topic" TEXT NOT NULL DEFAULT '',
    "session_id" UUID,
    "data" JSONB NOT NULL DEFAULT '{}',
    "count" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "read_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "output_mark" (
    "execution_id" UUID NOT NULL,
    "row" BIGINT NOT NULL,
    "offset" BIGINT NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "output_mark_pkey" PRIMARY KEY ("execution_id","row")
);

-- CreateIndex
CREATE INDEX "notification_member_id_changed_at_idx" ON "notification"("member_id", "changed_at");

-- CreateIndex
CREATE INDEX "tool_call_org_id_tool_requested_at_idx" ON "tool_call"("org_id", "tool", "requested_at");

ALTER TABLE "keyword_hit" ADD CONSTRAINT "keyword_hit_stream_known" CHECK ("stream" IN (1, 2));
CREATE UNIQUE INDEX "notification_unread_once" ON "notification" ("member_id", "kind", "subject", "topic") WHERE "read_at" IS NULL;
CREATE INDEX "notification_unread" ON "notification" ("member_id") WHERE "read_at" IS NULL;

-- What a member is told: one unread row of a kind, subject and topic; the next of the same is counted in it.
CREATE FUNCTION tell_member(p_org uuid, p_member uuid, p_kind text, p_subject uuid, p_topic text, p_session uuid, p_data jsonb, p_count integer)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO "notification" (org_id, member_id, kind, subject, topic, session_id, data, count)
  VALUES (p_org, p_member, p_kind, p_subject, p_topic, p_session, p_data, p_count)
  ON CONFLICT (member_id, kind, subject, topic) WHERE read_at IS NULL
  DO UPDATE SET count = "notification".count + excluded.count, changed_at = clock_timestamp(), data = excluded.data
$$;

CREATE FUNCTION announce_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'notification', 'orgId', NEW.org_id, 'memberId', NEW.member_id,
    'state', CASE WHEN NEW.read_at IS NULL THEN 'unread' ELSE 'read' END)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER notification_announced AFTER INSERT OR UPDATE ON "notification" FOR EACH ROW EXECUTE FUNCTION announce_notification();

-- The end of a background command, whoever wrote it: its worker, a cancel, or the reaper.
CREATE FUNCTION tell_job_ended() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_call record;
BEGIN
  SELECT t.id, t.tool, t.program, t.member_id, t.session_id, s.owner_member_id INTO v_call
    FROM "tool_call" t JOIN "session" s ON s.id = t.session_id WHERE t.id = NEW.tool_call_id;
  IF v_call.tool IS DISTINCT FROM 'background_command' THEN RETURN NULL; END IF;
  PERFORM tell_member(NEW.org_id, m.id, 'job.ended', v_call.id, '', v_call.session_id, jsonb_build_object('program', v_call.program,
    'executionId', NEW.id, 'outcome', NEW.outcome, 'exitCode', NEW.exit_code), 1)
    FROM (SELECT DISTINCT unnest(ARRAY[v_call.member_id, v_call.owner_member_id]) AS id ORDER BY id) m;
  RETURN NULL;
END $$;
CREATE TRIGGER execution_end_told AFTER UPDATE ON "execution" FOR EACH ROW
  WHEN (OLD.state <> 'finished' AND NEW.state = 'finished') EXECUTE FUNCTION tell_job_ended();

-- The worker that runs the command hears of a changed keyword.
CREATE FUNCTION announce_job_keyword() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('gatehouse', json_build_object('kind', 'keyword', 'orgId', NEW.org_id, 'toolCallId', NEW.tool_call_id,
    'state', CASE WHEN NEW.watched THEN 'watched' ELSE 'dropped' END)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER job_keyword_announced AFTER INSERT OR UPDATE ON "job_keyword" FOR EACH ROW EXECUTE FUNCTION announce_job_keyword();

-- AlterTable
ALTER TABLE "notification" ADD COLUMN     "unplanned" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "notification_delivery" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "member_id" UUID,
    "channel" TEXT NOT NULL,
    "target" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" UUID NOT NULL,
    "topic" TEXT NOT NULL DEFAULT '',
    "stage" TEXT NOT NULL,
    "session_id" UUID,
    "data" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "detail" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_setting" (
    "org_id" UUID NOT NULL,
    "webhook_url" TEXT,
    "webhook_kinds" TEXT[] DEFAULT ARRAY['approval', 'job']::TEXT[],
    "says" TEXT NOT NULL DEFAULT 'program',
    "link_minutes" INTEGER NOT NULL DEFAULT 60,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by" UUID,

    CONSTRAINT "notification_setting_pkey" PRIMARY KEY ("org_id")
);

-- CreateTable
CREATE TABLE "notification_preference" (
    "member_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "wanted" BOOLEAN NOT NULL,

    CONSTRAINT "notification_preference_pkey" PRIMARY KEY ("member_id","kind","channel")
);

-- CreateTable
CREATE TABLE "push_device" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "p256dh" TEXT NOT NULL,
    "auth" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_device_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reach" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "public_url" TEXT,
    "mail_from" TEXT,
    "mail_at" TIMESTAMPTZ(3),

    CONSTRAINT "reach_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_delivery_org_id_created_at_idx" ON "notification_delivery"("org_id", "created_at");

-- CreateIndex
CREATE INDEX "notification_delivery_target_created_at_idx" ON "notification_delivery"("target", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "notification_delivery_channel_target_kind_subject_topic_sta_key" ON "notification_delivery"("channel", "target", "kind", "subject", "topic", "stage");

-- CreateIndex
CREATE INDEX "push_device_member_id_idx" ON "push_device"("member_id");

-- CreateIndex
CREATE UNIQUE INDEX "push_device_org_id_endpoint_key" ON "push_device"("org_id", "endpoint");

ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_channel_known" CHECK ("channel" IN ('push', 'email', 'webhook'));
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_status_known" CHECK
  ("status" IN ('queued', 'sending', 'sent', 'failed', 'dropped'));
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_over_once" CHECK
  (("ended_at" IS NOT NULL) = ("status" IN ('sent', 'failed', 'dropped')));
ALTER TABLE "notification_delivery" ADD CONSTRAINT "notification_delivery_sending_has_lease" CHECK
  (("status" = 'sending') = ("lease_until" IS NOT NULL));
CREATE INDEX "notification_delivery_open" ON "notification_delivery" ("due_at") WHERE "status" IN ('queued', 'sending');
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_says_known" CHECK ("says" IN ('nothing', 'program', 'command'));
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_link_bounded" CHECK ("link_minutes" BETWEEN 5 AND 1440);
ALTER TABLE "reach" ADD CONSTRAINT "reach_one_row" CHECK ("id" = 1);
INSERT INTO "reach" (id) VALUES (1);
CREATE INDEX "notification_unplanned" ON "notification" ("created_at") WHERE "unplanned";

-- What was sent, given up or dropped is over: nothing sends it a second time.
CREATE FUNCTION notification_delivery_ends_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'delivery % is over', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER notification_delivery_ends_once BEFORE UPDATE ON "notification_delivery" FOR EACH ROW
  WHEN (OLD.status IN ('sent', 'failed', 'dropped') AND (NEW.status IS DISTINCT FROM OLD.status OR NEW.attempts <> OLD.attempts))
  EXECUTE FUNCTION notification_delivery_ends_once();

-- New news goes out of the pages as well; what is only counted in news that nobody read does not, but for a question, which
-- comes again when more is asked and when it has waited too long.
CREATE OR REPLACE FUNCTION tell_member(p_org uuid, p_member uuid, p_kind text, p_subject uuid, p_topic text, p_session uuid, p_data jsonb, p_count integer)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO "notification" (org_id, member_id, kind, subject, topic, session_id, data, count, unplanned)
  VALUES (p_org, p_member, p_kind, p_subject, p_topic, p_session, p_data, p_count, true)
  ON CONFLICT (member_id, kind, subject, topic) WHERE read_at IS NULL
  DO UPDATE SET count = "notification".count + excluded.count, changed_at = clock_timestamp(), data = excluded.data,
    unplanned = "notification".unplanned OR p_kind = 'approval.waits'
$$;

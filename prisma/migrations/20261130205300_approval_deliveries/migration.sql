-- Who was told of a question, when, and when it was really on their page.
CREATE TABLE "approval_delivery" (
    "approval_id" UUID NOT NULL,
    "round" INTEGER NOT NULL,
    "member_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "told_at" TIMESTAMPTZ(3),
    "escalated" BOOLEAN NOT NULL DEFAULT false,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_delivery_pkey" PRIMARY KEY ("approval_id","round","member_id")
);
ALTER TABLE "approval" ADD COLUMN "told_round" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "escalated_round" INTEGER NOT NULL DEFAULT 0;
UPDATE "approval" SET "told_round" = "round", "escalated_round" = "round";
CREATE INDEX "approval_to_tell" ON "approval" ("requested_at") WHERE "status" = 'pending';

-- What was answered, expired or taken back is no news any more.
CREATE FUNCTION approval_news_is_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "notification" SET read_at = clock_timestamp() WHERE kind = 'approval.waits' AND subject = NEW.id AND read_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER approval_news_is_over AFTER UPDATE ON "approval" FOR EACH ROW
  WHEN (OLD.status = 'pending' AND NEW.status <> 'pending') EXECUTE FUNCTION approval_news_is_over();

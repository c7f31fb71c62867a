-- AlterTable
ALTER TABLE "user" ADD COLUMN     "last_seen_at" TIMESTAMPTZ(3);

-- What the logins that are still there say.
UPDATE "user" u SET "last_seen_at" = (SELECT max(l.updated_at) FROM "login" l WHERE l.user_id = u.id);

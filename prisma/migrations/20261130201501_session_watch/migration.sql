-- CreateTable
CREATE TABLE "session_watch" (
    "session_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_watch_pkey" PRIMARY KEY ("session_id","member_id")
);

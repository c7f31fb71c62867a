-- CreateTable
CREATE TABLE "question_answer" (
    "tool_call_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "body" TEXT NOT NULL,
    "answered_by" UUID NOT NULL,
    "answered_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "question_answer_pkey" PRIMARY KEY ("tool_call_id")
);

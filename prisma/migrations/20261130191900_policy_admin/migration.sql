-- Drafts, test cases and proposals of policies, and the facts that past decisions stood on.

ALTER TABLE "decision" ADD COLUMN "path_facts" TEXT;
ALTER TABLE "policy" ADD COLUMN "effect" JSONB;

CREATE TABLE "policy_draft" (
    "org_id" UUID NOT NULL,
    "base_number" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "document" JSONB NOT NULL,
    "entry_notes" JSONB NOT NULL DEFAULT '{}',
    "started_by" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_draft_pkey" PRIMARY KEY ("org_id")
);

CREATE TABLE "policy_case" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_by" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_case_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "policy_case_org_id_name_key" ON "policy_case"("org_id", "name");

CREATE TABLE "policy_proposal" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "base_number" INTEGER NOT NULL,
    "document" JSONB NOT NULL,
    "entry_notes" JSONB NOT NULL DEFAULT '{}',
    "reason" TEXT NOT NULL,
    "rollback_to" INTEGER,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "proposed_by" UUID NOT NULL,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "answered_by" UUID,
    "answered_at" TIMESTAMPTZ(3),
    "answer_reason" TEXT,

    CONSTRAINT "policy_proposal_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "policy_proposal_org_id_proposed_at_idx" ON "policy_proposal"("org_id", "proposed_at");
CREATE UNIQUE INDEX "policy_proposal_one_pending" ON "policy_proposal" ("org_id") WHERE "status" = 'pending';
ALTER TABLE "policy_proposal" ADD CONSTRAINT "policy_proposal_status_known" CHECK ("status" IN
  ('pending', 'accepted', 'rejected', 'withdrawn'));
-- an answer is another admin's; only taking a proposal back is its maker's own
ALTER TABLE "policy_proposal" ADD CONSTRAINT "policy_proposal_answer_is_anothers" CHECK
  ("status" NOT IN ('accepted', 'rejected') OR ("answered_by" IS NOT NULL AND "answered_by" <> "proposed_by"));

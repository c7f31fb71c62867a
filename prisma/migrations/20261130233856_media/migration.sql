-- AlterTable
ALTER TABLE "model_provider" ADD COLUMN     "media" JSONB NOT NULL DEFAULT '{}';

-- CreateTable
CREATE TABLE "media_use" (
    "tool_call_id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "member_id" UUID NOT NULL,
    "session_id" UUID NOT NULL,
    "provider_id" UUID NOT NULL,
    "model" TEXT NOT NULL,
    "cost_micros" BIGINT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "media_use_pkey" PRIMARY KEY ("tool_call_id")
);

-- CreateIndex
CREATE INDEX "media_use_org_id_made_at_idx" ON "media_use"("org_id", "made_at");

-- AlterTable
ALTER TABLE "session" ADD COLUMN     "labels" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "tool_call_org_id_id_idx" ON "tool_call"("org_id", "id");

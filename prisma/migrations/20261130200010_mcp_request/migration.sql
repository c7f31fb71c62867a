-- CreateTable
CREATE TABLE "mcp_request" (
    "request_key" TEXT NOT NULL,
    "org_id" UUID NOT NULL,
    "token_id" UUID NOT NULL,
    "tool_call_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "elicited_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "mcp_request_pkey" PRIMARY KEY ("request_key")
);

-- CreateIndex
CREATE INDEX "mcp_request_tool_call_id_idx" ON "mcp_request"("tool_call_id");

-- CreateIndex
CREATE INDEX "mcp_request_token_id_elicited_at_idx" ON "mcp_request"("token_id", "elicited_at");

-- AddForeignKey
ALTER TABLE "mcp_request" ADD CONSTRAINT "mcp_request_tool_call_id_fkey" FOREIGN KEY ("tool_call_id") REFERENCES "tool_call"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- CreateTable
CREATE TABLE "script_tool" (
    "id" UUID NOT NULL,
    "org_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "published" INTEGER,
    "created_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "script_tool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "script_tool_version" (
    "tool_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "org_id" UUID NOT NULL,
    "description" TEXT NOT NULL,
    "schema" TEXT NOT NULL,
    "interpreter" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "timeout_seconds" INTEGER,
    "without_asking" BOOLEAN NOT NULL,
    "digest" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "written_by" UUID NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "published_by" UUID,
    "published_at" TIMESTAMPTZ(3),

    CONSTRAINT "script_tool_version_pkey" PRIMARY KEY ("tool_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "script_tool_org_id_name_key" ON "script_tool"("org_id", "name");

-- AddForeignKey
ALTER TABLE "script_tool_version" ADD CONSTRAINT "script_tool_version_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "script_tool"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "script_tool_version" ADD CONSTRAINT "script_tool_version_interpreter_known" CHECK ("interpreter" IN
  ('bash', 'python3', 'node'));
ALTER TABLE "script_tool_version" ADD CONSTRAINT "script_tool_version_number_positive" CHECK ("number" > 0);
ALTER TABLE "script_tool" ADD CONSTRAINT "script_tool_name_known" CHECK ("name" ~ '^(script|ext)_[a-z][a-z0-9_]{0,47}$');

-- what was published once, and what a call was bound to, stays as it was; nothing is ever removed
CREATE FUNCTION script_tool_version_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'versions of a script tool are kept' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.published_at IS NOT NULL AND NEW IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'version % of a script tool was published and never changes', OLD.number USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER script_tool_version_stays BEFORE UPDATE OR DELETE ON "script_tool_version"
  FOR EACH ROW EXECUTE FUNCTION script_tool_version_stays();

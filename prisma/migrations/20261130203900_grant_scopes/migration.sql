-- Grants of one exact call and of a shape of calls, beside those of paths.
ALTER TABLE "grant" ADD COLUMN "shape" TEXT, ADD COLUMN "digest" TEXT, ADD COLUMN "words" TEXT NOT NULL DEFAULT '';
UPDATE "grant" SET "words" = CASE WHEN "access" = 'write' THEN 'Read and write ' ELSE 'Read ' END || "path"
  || CASE WHEN "recursive" THEN ' and everything below it' ELSE ', and nothing else' END WHERE "kind" = 'path' AND "path" IS NOT NULL;
ALTER TABLE "grant" ADD CONSTRAINT "grant_kind_has_its_scope" CHECK (CASE "kind"
  WHEN 'path' THEN "path" IS NOT NULL AND "access" IS NOT NULL
  WHEN 'exact' THEN "digest" IS NOT NULL
  WHEN 'shape' THEN "shape" IS NOT NULL
  ELSE FALSE END);

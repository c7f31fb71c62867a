import type { EditReceipt, VersionAction } from "@gatehouse/core/contracts/files";
import type { Change } from "../files/changed-files.ts";
import type { TrashBin, Trashed } from "../files/trash-bin.ts";

export type EditVersion = {
  id: string;
  path: string;
  action: VersionAction;
  bytes: number;
  digest: string | null;
  mode: number | null;
};

export type KeptContent = { digest: string | null; mode: number | null };

/** What an edit asks of the record, as functions: hands know no ledger. */
export type EditLedger = {
  version(path: string, id: string): Promise<KeptContent | null>;
  latestDigest(path: string): Promise<string | null>;
  trashed(id: string): Promise<{ storedName: string; originalPath: string } | null>;
  trashBytes(): Promise<number>;
  /** bytes that the session may have in the trash */
  trashQuota: number;
  /** what these executions did to a path, and what is known of it before and after */
  story(path: string, executions: readonly string[]): Promise<PathStory>;
  bin: TrashBin;
};

export type PathStory = {
  changes: Pick<Change, "change" | "bytesBefore" | "bytesAfter">[];
  changedLater: boolean;
  earlier: { digest: string; mode: number | null } | null;
  afterDigest: string | null;
  trashed: { id: string; storedName: string; originalPath: string } | null;
};

export type Edited = {
  receipt: EditReceipt;
  versions: EditVersion[];
  changes: Change[];
  trashed: (Trashed & { id: string })[];
  restored: string[];
};

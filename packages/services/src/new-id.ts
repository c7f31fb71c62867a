import { asId } from "@gatehouse/core/ids";
import { v7 } from "uuid";

/** Ids sort by time of making, which keeps the indexes of the ledger dense. */
export function newId<T extends string>(): T {
  return asId<T>(v7());
}

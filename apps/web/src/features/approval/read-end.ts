"use client";

import { useSyncExternalStore } from "react";

const longText = 600;
const manyLines = 8;

/** Long enough that its end may lie outside what a person sees of it. */
export function isLong(argv: readonly string[]): boolean {
  const length = argv.reduce((sum, word) => sum + word.length + 1, 0);
  const lines = argv.reduce((sum, word) => sum + word.split("\n").length - 1, 1);
  return length > longText || lines > manyLines;
}

/** Questions, as they were shown: those whose words were in view down to their end, and those that still have to be. */
const read = new Set<string>();
const unread = new Set<string>();
const watchers = new Set<() => void>();

function changed(): void {
  for (const tell of watchers) tell();
}

/** A long text says so when it is drawn; what is not drawn as a text is read in another way. */
export function mustRead(key: string): void {
  if (read.has(key) || unread.has(key)) return;
  unread.add(key);
  changed();
}

export function markRead(key: string): void {
  read.add(key);
  if (unread.delete(key)) changed();
}

function subscribe(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** False while the end of a long text was not in view yet, on whatever page of this tab. */
export function useRead(approval: { id: string; shown: string }): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !unread.has(readKey(approval)) && !unread.has(textKey(approval)),
    () => false,
  );
}

/** Of the text that the call would write or send, beside its words. */
export function textKey(approval: { id: string; shown: string }): string {
  return `${readKey(approval)} text`;
}

/** What is shown names the call and the round: the same words asked for again are read again. */
export function readKey(approval: { id: string; shown: string }): string {
  return `${approval.id} ${approval.shown}`;
}

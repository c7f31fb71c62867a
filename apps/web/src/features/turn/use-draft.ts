"use client";

import { useEffect, useState } from "react";

/** What is being written, kept in this browser for each session until it is sent. */
export function useDraft(sessionId: string): [string, (text: string) => void] {
  const key = `gatehouse.draft.${sessionId}`;
  const [text, setText] = useState("");
  useEffect(() => setText(read(key)), [key]);
  const write = (next: string) => {
    setText(next);
    try {
      if (next === "") localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch (_full) {
      // A browser that keeps nothing still lets people write.
    }
  };
  return [text, write];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch (_forbidden) {
    return "";
  }
}

"use client";

import dynamic from "next/dynamic";

/** The words stand as they are until the code that lays them out is there. */
const Markdown = dynamic(() => import("./markdown.tsx").then((part) => part.Markdown), { ssr: false });

export function AgentText({ text }: { text: string }) {
  return <Markdown text={text} />;
}

"use client";

import type { ComponentProps } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const remark = [remarkGfm];

/**
 * An agent's words as Markdown. Raw HTML stays text, links lead away without taking anything along, and an image is only
 * named: what a model writes makes the browser fetch nothing.
 */
const components: Components = {
  a: ({ href, children }) => (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="underline underline-offset-2"
    >
      {children}
    </a>
  ),
  img: ({ alt, src }) => (
    <span className="text-muted-foreground">
      [image{alt ? `: ${alt}` : ""}
      {typeof src === "string" && src !== "" ? `, ${src}` : ""}]
    </span>
  ),
  pre: (props: ComponentProps<"pre">) => (
    <pre className="overflow-x-auto rounded-md border bg-code p-2.5 font-mono text-xs" tabIndex={0}>
      {props.children}
    </pre>
  ),
  code: (props: ComponentProps<"code">) => <code className="font-mono text-[0.92em]">{props.children}</code>,
  table: (props: ComponentProps<"table">) => (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Table">
      <table className="text-sm [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left">
        {props.children}
      </table>
    </div>
  ),
  h1: (props) => <h4 className="text-base font-semibold">{props.children}</h4>,
  h2: (props) => <h4 className="text-base font-semibold">{props.children}</h4>,
  h3: (props) => <h4 className="font-semibold">{props.children}</h4>,
  h4: (props) => <h4 className="font-semibold">{props.children}</h4>,
  h5: (props) => <h4 className="font-semibold">{props.children}</h4>,
  h6: (props) => <h4 className="font-semibold">{props.children}</h4>,
  ul: (props) => <ul className="list-disc space-y-1 pl-5">{props.children}</ul>,
  ol: (props) => <ol className="list-decimal space-y-1 pl-5">{props.children}</ol>,
  blockquote: (props) => (
    <blockquote className="border-l-2 pl-3 text-muted-foreground">{props.children}</blockquote>
  ),
};

export function Markdown({ text }: { text: string }) {
  return (
    <div className="grid min-w-0 gap-2 text-base [overflow-wrap:anywhere] [&>*]:min-w-0">
      <ReactMarkdown remarkPlugins={remark} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

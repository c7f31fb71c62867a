import { Fragment } from "react";
import { markPlaces, type Mark } from "./mark-places.ts";
import { hasHidden, visibleParts, type VisiblePart } from "./visible-text.ts";

function Part({ part }: { part: VisiblePart }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "space":
      return <span className="ws-space">{part.text}</span>;
    case "newline":
      return (
        <>
          <span aria-hidden className="ws-newline">
            ⏎
          </span>
          {"\n"}
        </>
      );
    case "token":
      return (
        <span className="ws-token" title={part.title}>
          {part.label}
        </span>
      );
  }
}

function Parts({ text, keepBlanks }: { text: string; keepBlanks: boolean }) {
  return visibleParts(text, { keepBlanks }).map((part, at) => <Part key={at} part={part} />);
}

/** Text laid out by its blanks, in which only what would be invisible or would turn the text is drawn as a token. */
export function SeenText({ text }: { text: string }) {
  return hasHidden(text) ? <Parts text={text} keepBlanks /> : text;
}

type VisibleTextProps = {
  text: string;
  marks?: readonly Mark[];
  /** spaces, tabs and line ends as they are, for text that is laid out by them */
  keepBlanks?: boolean;
};

const noMarks: readonly Mark[] = [];
/** beyond this a mark for every space costs more than it tells */
const spacedLength = 4_000;

/** Text in which spaces, line ends and invisible characters can be seen; marked places are underlined. */
export function VisibleText({ text, marks = noMarks, ...props }: VisibleTextProps) {
  const keepBlanks = props.keepBlanks === true || text.length > spacedLength;
  if (text === "") {
    return (
      <span className="ws-token" title="an argument of no characters">
        empty
      </span>
    );
  }
  return markPlaces(text, marks).map((piece, at) =>
    piece.marked ? (
      <mark key={at} className="place-mark">
        <Parts text={piece.text} keepBlanks={keepBlanks} />
      </mark>
    ) : (
      <Fragment key={at}>
        <Parts text={piece.text} keepBlanks={keepBlanks} />
      </Fragment>
    ),
  );
}

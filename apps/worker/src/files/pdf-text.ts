import { extractText, getDocumentProxy } from "unpdf";

export type PdfText = { pages: number; text: string; more: boolean };

const mostPages = 500;
const mostChars = 1024 ** 2;

/** Text of a PDF, page by page; an encrypted or broken one throws. */
export async function pdfText(bytes: Uint8Array): Promise<PdfText> {
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    stopAtErrors: false,
    isEvalSupported: false,
  });
  const { totalPages, text } = await extractText(document, { mergePages: false });
  let out = "";
  let more = totalPages > mostPages;
  for (const [at, page] of text.slice(0, mostPages).entries()) {
    const part = `--- page ${at + 1} ---\n${page}\n`;
    if (out.length + part.length > mostChars) {
      more = true;
      break;
    }
    out += part;
  }
  return { pages: totalPages, text: out.toWellFormed(), more };
}

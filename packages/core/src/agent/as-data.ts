/** What a program or a page said, between marks that nothing in it can end: data to a model, never an instruction. */
export function asData(text: string): string {
  return `<output>\n${text.replaceAll(/<(\/?)output>/gi, "<$1output\u200b>").replace(/\n$/, "")}\n</output>`;
}

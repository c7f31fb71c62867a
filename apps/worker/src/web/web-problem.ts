/** Why nothing was brought over the network; code, sentence and hint are read by a model. */
export class WebProblem extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, options: { hint?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "WebProblem";
    this.code = code;
    this.hint = options.hint;
  }
}

export function webProblemView({ message, code, hint }: WebProblem): {
  error: string;
  code: string;
  hint?: string;
} {
  return { error: message, code, ...(hint === undefined ? {} : { hint }) };
}

/** Frames of the live output of one execution. Offsets count bytes of the one merged stream. */
export type OutputStream = "stdout" | "stderr";

export type OutputFrame = { offset: number; stream: OutputStream; bytesBase64: string };

export const streamNumber: Record<OutputStream, 1 | 2> = { stdout: 1, stderr: 2 };

export function streamName(number: number): OutputStream {
  return number === 2 ? "stderr" : "stdout";
}

/** Redis channel that says "there is more": the bytes themselves are read from Postgres. */
export function outputChannel(executionId: string): string {
  return `gh:output:${executionId}`;
}

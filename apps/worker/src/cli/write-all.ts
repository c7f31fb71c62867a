import { write } from "node:fs";

const retryMs = 2;

/** Every byte to a descriptor, off the event loop: a reader that is slow holds back the command and not our timers.
 * False: there is no reader any more. */
export function writeAll(fd: number, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const rest = (left: Buffer): void => {
      write(fd, left, (cause, written) => {
        if (cause?.code === "EAGAIN") return void setTimeout(() => rest(left), retryMs);
        if (cause?.code === "EPIPE" || cause?.code === "ECONNRESET") return resolve(false);
        if (cause) return reject(cause);
        if (written === left.length) return resolve(true);
        rest(left.subarray(written));
      });
    };
    rest(bytes);
  });
}

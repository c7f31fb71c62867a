import path from "node:path";
import { parseArgs } from "node:util";

/** The words of `backup` and `restore`: `FILE [--host-files] [--secrets]`. Others end the process with 2 and the usage. */
export function backupOptions(command) {
  try {
    const { values, positionals } = parseArgs({
      options: {
        "host-files": { type: "boolean", default: false },
        secrets: { type: "boolean", default: false },
      },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new Error("one FILE is needed");
    return { file: path.resolve(file), hostFiles: values["host-files"], secrets: values.secrets };
  } catch (error) {
    console.error(
      `${command}: ${error.message}\nusage: npm run --silent ${command} -- FILE [--host-files] [--secrets]`,
    );
    process.exit(2);
  }
}

/** What a started process is told of this one's environment: enough to find programs, and no secret. */
export function serviceEnvironment(more = {}) {
  const kept = {};
  for (const name of ["PATH", "LANG", "LC_ALL", "TZ"]) {
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  }
  return { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", ...kept, ...more };
}

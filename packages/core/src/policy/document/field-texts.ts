export type FieldSection =
  | "commands"
  | "paths"
  | "network"
  | "people"
  | "sandbox"
  | "limits"
  | "retention"
  | "other";

export type FieldText = {
  title: string;
  sentence: string;
  section: FieldSection;
  unit?: string;
  example?: string;
};

export const sectionTitles: Record<FieldSection, string> = {
  commands: "Commands",
  paths: "Paths",
  network: "Network",
  people: "People and approvals",
  sandbox: "Sandbox",
  limits: "Limits of one execution",
  retention: "Retention",
  other: "More",
};

const commands = { section: "commands" } as const;
const paths = { section: "paths" } as const;
const network = { section: "network" } as const;
const people = { section: "people" } as const;
const sandbox = { section: "sandbox" } as const;
const limits = { section: "limits" } as const;
const retention = { section: "retention", unit: "days" } as const;

/** One sentence for each field of a policy, by its path. */
export const fieldTexts: Readonly<Record<string, FieldText>> = {
  denied_command: {
    ...commands,
    title: "Denied commands",
    sentence:
      "Refused wherever they are named, in a script and behind a wrapper too, and covered inside the sandbox. No approval changes that.",
    example: "curl",
  },
  read_only_command: {
    ...commands,
    title: "Read-only commands",
    sentence: "Run without asking in safe mode: a program, or a program with its first one or two arguments.",
    example: "terraform plan",
  },
  dangerous_pattern: {
    ...commands,
    title: "Dangerous patterns",
    sentence: "A program together with words among its arguments; refused, like the patterns that ship.",
  },
  denied_path: {
    ...paths,
    title: "Denied paths",
    sentence: "No tool, redirect or write grant reaches them, nor what is below. No approval changes that.",
    example: "~/secrets",
  },
  "sensitive_path.dirs": {
    ...paths,
    title: "Sensitive directories",
    sentence: "A path with one of these segments asks before it is read or written.",
    example: ".vault",
  },
  "sensitive_path.files": {
    ...paths,
    title: "Sensitive file names",
    sentence: "A file of this name asks, wherever it is.",
    example: "credentials.json",
  },
  "sensitive_path.prefixes": {
    ...paths,
    title: "Sensitive beginnings of file names",
    sentence: "A file whose name begins so asks.",
    example: ".env",
  },
  "sensitive_path.extensions": {
    ...paths,
    title: "Sensitive endings of file names",
    sentence: "A file whose name ends so asks.",
    example: ".pem",
  },
  "sensitive_path.exempt": {
    ...paths,
    title: "Not sensitive after all",
    sentence: "File names that do not ask for their own name; a sensitive directory around them still does.",
    example: ".env.example",
  },
  readable_path: {
    ...paths,
    title: "Readable places outside home",
    sentence: "Read without asking. The sandbox itself sees system directories only.",
    example: "/srv/data",
  },
  writable_path: {
    ...paths,
    title: "Places a write grant may open",
    sentence:
      "Outside home, writing is granted below these only. Your own entries take the place of the built-in ones.",
    example: "/srv/out",
  },
  exclude_list: {
    ...paths,
    title: "Hidden from listing and search",
    sentence: "Names that find_files leaves out.",
    example: "node_modules",
  },
  net_white_list: {
    ...network,
    title: "Private hosts that may be reached",
    sentence: "Hosts or addresses exempt from the guard against private networks, with a port or without.",
    example: "git.internal:443",
  },
  network_host: {
    ...network,
    title: "Hosts a networked command may reach",
    sentence: "Empty: every public host. *.example.org is every name below it.",
    example: "registry.example.org",
  },
  search_url: {
    ...network,
    title: "Search address",
    sentence:
      "Where search_web asks: a SearXNG-compatible address that answers in JSON. Empty: search is off.",
    example: "https://search.example.org/search",
  },
  step_up_role: {
    ...people,
    title: "Roles that may step up",
    sentence: "Who may answer a call that asks for the password again.",
  },
  second_person: {
    ...people,
    title: "A second person approves",
    sentence: "A call that asks for the password is never answered by who asked for it.",
  },
  second_person_rule: {
    ...people,
    title: "Rules that take a second person",
    sentence: "What these rules ask, a click or the password, is never answered by who asked for it.",
  },
  second_admin: {
    ...people,
    title: "A second admin publishes",
    sentence: "Publishing makes a proposal, which another admin accepts. Nobody accepts their own.",
  },
  elevation: {
    ...people,
    title: "Elevation",
    sentence:
      "Commands may ask to leave the sandbox or to run through sudo; each asks for the password. Off: they are refused.",
  },
  mode_cap: {
    ...people,
    title: "Mode cap",
    sentence:
      "safe: every session asks, whatever its own mode. auto: each session has the mode its people chose.",
  },
  record_programs: {
    ...sandbox,
    title: "Record programs",
    sentence: "Every program that a command really executes is written down.",
  },
  strict_execution: {
    ...sandbox,
    title: "Strict execution",
    sentence:
      "No program runs from a place that a command can write: its workspace, its kept files, /tmp, granted paths, memory files. Interpreters still read scripts there; compiled programs, native modules and scripts started by name do not run.",
  },
  "limits.timeout_min": {
    ...limits,
    title: "Time",
    sentence: "A command that takes longer is ended.",
    unit: "minutes",
  },
  "limits.memory_mib": {
    ...limits,
    title: "Memory",
    sentence: "Of all its processes together.",
    unit: "MiB",
  },
  "limits.processes": { ...limits, title: "Processes", sentence: "At the same time, threads included." },
  "limits.open_files": { ...limits, title: "Open files", sentence: "Of one process." },
  "limits.cpu_percent": {
    ...limits,
    title: "Processor",
    sentence: "100 is one processor; held where the host has groups for it.",
    unit: "%",
  },
  "limits.file_mib": {
    ...limits,
    title: "Size of one file",
    sentence: "That a command may write.",
    unit: "MiB",
  },
  "limits.home_mib": {
    ...limits,
    title: "Disk",
    sentence: "That one execution may add to home.",
    unit: "MiB",
  },
  "limits.output_mib": {
    ...limits,
    title: "Output",
    sentence: "Kept of one execution, which is then ended.",
    unit: "MiB",
  },
  "limits.trash_mib": { ...limits, title: "Trash", sentence: "Of one session.", unit: "MiB" },
  "limits.background_jobs": {
    ...limits,
    title: "Background commands",
    sentence: "Of one session, that are not over.",
  },
  "limits.member_concurrency": {
    ...limits,
    title: "Commands at once, by member",
    sentence: "That run at the same time of one member, over all hosts; more wait.",
  },
  "limits.session_concurrency": {
    ...limits,
    title: "Commands at once, by session",
    sentence: "That run at the same time in one session; more wait.",
  },
  "limits.turn_iterations": {
    ...limits,
    title: "Steps of a turn",
    sentence: "Model calls in one turn of the agent.",
  },
  "limits.turn_minutes": {
    ...limits,
    title: "Time of a turn",
    sentence: "Working time; waiting for a person does not count.",
    unit: "minutes",
  },
  "limits.approval_hours": {
    ...limits,
    title: "Approvals wait",
    sentence: "What nobody answered by then is refused.",
    unit: "hours",
  },
  "limits.member_day_tokens": {
    ...limits,
    title: "Tokens a member and day",
    sentence: "Of all models together; begins anew at 00:00 UTC.",
  },
  "limits.org_day_tokens": {
    ...limits,
    title: "Tokens of the org a day",
    sentence: "Of all models together.",
  },
  "limits.member_day_dollars": {
    ...limits,
    title: "Cost of a member and day",
    sentence: "By the prices set under Models.",
    unit: "US dollars",
  },
  "limits.org_day_dollars": {
    ...limits,
    title: "Cost of the org a day",
    sentence: "By the prices set under Models.",
    unit: "US dollars",
  },
  "limits.escalation_minutes": {
    ...limits,
    title: "Escalate after",
    sentence: "A call that still waits then is told to everybody who may answer it.",
    unit: "minutes",
  },
  "limits.member_calls_per_minute": {
    ...limits,
    title: "Calls of a member",
    sentence: "More in a minute are turned away until the minute is over, an agent's among them.",
    unit: "a minute",
  },
  "retention.audit_days": { ...retention, title: "Audit record", sentence: "How long events are kept." },
  "retention.output_days": { ...retention, title: "Output", sentence: "How long output is kept." },
  "retention.trash_days": { ...retention, title: "Trash", sentence: "When the trash is emptied." },
  "retention.history_days": {
    ...retention,
    title: "File versions",
    sentence: "How long earlier versions are kept.",
  },
};

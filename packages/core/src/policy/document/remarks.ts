import { agentHome } from "../../path/facts.ts";
import { entryPath, isWithin } from "../../path/lexical.ts";
import { isSensitive } from "../../path/classify.ts";
import { compiled } from "../compiled.ts";
import { defaultPolicy, effectivePolicy } from "../defaults.ts";
import { type PolicyInput, type PolicyDocument, policySchema } from "../policy.ts";
import { entryText, listAt } from "./at-path.ts";
import { policyFields } from "./fields.ts";

/** An entry that changes nothing as things stand, and why. */
export type Remark = {
  path: string;
  entry: string;
  kind: "duplicate" | "built_in" | "unreachable";
  sentence: string;
};

export function remarksOn(input: PolicyInput): Remark[] {
  const document = policySchema.parse(input);
  return [
    ...repeated(document),
    ...builtIn(document),
    ...insideDenied(document),
    ...readOnlyOfDenied(document),
    ...exemptWithout(document),
    ...patternsOfDenied(document),
    ...unreachableHosts(document),
  ];
}

function repeated(document: PolicyDocument): Remark[] {
  return policyFields.flatMap(({ path, kind }) => {
    if (kind !== "list" && kind !== "patterns") return [];
    const seen = new Set<string>();
    return listAt(document, path).flatMap((entry): Remark[] => {
      const text = path.startsWith("sensitive_path.") ? entryText(entry).toLowerCase() : entryText(entry);
      if (!seen.has(text)) {
        seen.add(text);
        return [];
      }
      return [{ path, entry: entryText(entry), kind: "duplicate", sentence: "Stands in the list twice." }];
    });
  });
}

function builtIn(document: PolicyDocument): Remark[] {
  return policyFields.flatMap(({ path, kind }) => {
    if (kind !== "list" || path === "writable_path") return [];
    const shipped = new Set(listAt(defaultPolicy, path).map((entry) => entryText(entry)));
    return listAt(document, path).flatMap((entry): Remark[] =>
      shipped.has(entryText(entry))
        ? [
            {
              path,
              entry: entryText(entry),
              kind: "built_in",
              sentence: "Ships with the product; it holds without this entry.",
            },
          ]
        : [],
    );
  });
}

/** A path below a denied one; a readable or writable one there opens nothing. */
function insideDenied(document: PolicyDocument): Remark[] {
  const denied = effectivePolicy(document).denied_path;
  return (["denied_path", "readable_path", "writable_path"] as const).flatMap((path) =>
    document[path].flatMap((entry): Remark[] => {
      const at = entryPath(entry, agentHome);
      if (at === null) return [];
      const around = denied.find((other) => {
        const place = entryPath(other, agentHome);
        return place !== null && isWithin(at, place) && (path !== "denied_path" || place !== at);
      });
      if (around === undefined) return [];
      const sentence =
        path === "denied_path"
          ? `Lies below ${around}, which is denied already.`
          : `Lies below ${around}, which is denied: this opens nothing.`;
      return [{ path, entry, kind: "unreachable", sentence }];
    }),
  );
}

function readOnlyOfDenied(document: PolicyDocument): Remark[] {
  const denied = new Set(effectivePolicy(document).denied_command);
  return document.read_only_command.flatMap((entry): Remark[] => {
    const [program = ""] = entry.split(" ");
    if (denied.has(program))
      return [
        {
          path: "read_only_command",
          entry,
          kind: "unreachable",
          sentence: `${program} is denied: this never matches.`,
        },
      ];
    if (entry.split(" ").length > 3 || entry !== entry.trim() || /\s\s/.test(entry))
      return [
        {
          path: "read_only_command",
          entry,
          kind: "unreachable",
          sentence:
            "A call is compared by its program and at most two arguments, one blank apart: this never matches.",
        },
      ];
    return [];
  });
}

function exemptWithout(document: PolicyDocument): Remark[] {
  const without = { ...document, sensitive_path: { ...document.sensitive_path, exempt: [] } };
  const lists = compiled(effectivePolicy(without), agentHome).sensitive;
  return document.sensitive_path.exempt.flatMap((entry): Remark[] =>
    isSensitive(entry, { ...lists, dirs: new Set() }) || lists.exempt.has(entry.toLowerCase())
      ? []
      : [
          {
            path: "sensitive_path.exempt",
            entry,
            kind: "unreachable",
            sentence: "No entry makes this name sensitive: there is nothing to exempt.",
          },
        ],
  );
}

function patternsOfDenied(document: PolicyDocument): Remark[] {
  const denied = new Set(effectivePolicy(document).denied_command);
  return document.dangerous_pattern.flatMap(({ name, binary }): Remark[] =>
    denied.has(binary)
      ? [
          {
            path: "dangerous_pattern",
            entry: name,
            kind: "unreachable",
            sentence: `${binary} is denied: it is refused without this pattern.`,
          },
        ]
      : [],
  );
}

/** Where only named hosts may be reached, a private one needs both lists. */
function unreachableHosts({ net_white_list: exempt, network_host: hosts }: PolicyDocument): Remark[] {
  return hosts.flatMap((entry): Remark[] =>
    exempt.includes(entry)
      ? [
          {
            path: "network_host",
            entry,
            kind: "unreachable",
            sentence: "Stands among the private hosts, which are reached anyway.",
          },
        ]
      : [],
  );
}

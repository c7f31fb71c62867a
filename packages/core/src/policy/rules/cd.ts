import { deny } from "../reason.ts";
import type { Rule } from "../rule.ts";

/** The working directory is the session's workspace; a person sets it. Inside a script cd is a builtin like any other. */
export const cd: Rule = ({ call }) =>
  call.input.argv[0] === "cd"
    ? [
        deny(
          "cd",
          "cd_not_allowed",
          "cd is not a program: every command starts in the session's workspace, which a person sets",
          {
            hint: 'use paths relative to the workspace, an option such as git -C, or a script: ["bash", "-c", "cd src && make"]',
          },
        ),
      ]
    : [];

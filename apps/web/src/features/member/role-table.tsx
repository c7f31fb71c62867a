import { may, type Permission, permissions, roles } from "@gatehouse/core/role";
import { Check, Minus } from "lucide-react";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { roleText } from "./role-text.ts";

const permissionText: Record<Permission, string> = {
  "session.create": "Make sessions",
  "session.drive": "Drive sessions: run, stop, rename, archive",
  "tool_call.request": "Ask for commands to run",
  "job.read_any": "See the background commands of others",
  "approval.answer_own": "Confirm own calls with a click",
  "approval.answer_any": "Answer the questions of others",
  step_up: "Answer what takes proof of who answers",
  "policy.read": "Read the policy",
  "policy.edit": "Edit and try a policy",
  "policy.publish": "Publish policy versions",
  "member.read": "See the members",
  "member.invite": "Invite members",
  "member.change_role": "Change roles of others",
  "member.lock": "Lock and unlock others",
  "member.reset_second_factor": "Reset the second factor of others",
  "org.manage": "Change the org's settings and how its members sign in",
  "host.read": "See the hosts",
  "host.manage": "Manage hosts",
  "audit.read": "Read the audit record",
  "token.create": "Make tokens for the API, of their own",
  "token.manage": "See and revoke every token of the org",
  "audit.read_payload": "Read what commands were given and printed, in the audit record",
  "model.read": "Choose a model",
  "model.manage": "Set up models and their keys",
  "script_tool.read": "See the script tools and their code",
  "script_tool.manage": "Write, try and publish script tools",
  "notification.manage": "Set up how people are told outside the pages",
};

/** The roles as the one table that the server decides by. */
export function RoleTable() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>What each role may do</CardTitle>
      </CardHeader>
      <Table label="What each role may do">
        <thead>
          <tr>
            <TableHead>Right</TableHead>
            {roles.map((role) => (
              <TableHead key={role} className="text-center">
                {roleText[role].label}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <TableRow key={permission}>
              <TableCell className="min-w-48 py-1.5">{permissionText[permission]}</TableCell>
              {roles.map((role) => (
                <TableCell key={role} className="py-1.5 text-center">
                  {may(role, permission) ? (
                    <Check role="img" aria-label="yes" className="inline size-4 text-success" />
                  ) : (
                    <Minus role="img" aria-label="no" className="inline size-4 text-muted-foreground" />
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

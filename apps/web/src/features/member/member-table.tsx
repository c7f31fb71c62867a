"use client";

import { type Role, roles } from "@gatehouse/core/role";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Outputs, useTRPC } from "../../trpc/client.ts";
import { errorText } from "../../trpc/error-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Select } from "../../ui/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Table, TableCell, TableHead, TableRow } from "../../ui/table.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import { useMay, useOrg } from "../shell/org-context.tsx";
import { LockCell } from "./lock-cell.tsx";
import { SecondFactorCell } from "./second-factor-cell.tsx";
import { roleText } from "./role-text.ts";

type Member = Outputs["member"]["list"][number];

function RoleCell({ member }: { member: Member }) {
  const { slug, memberId } = useOrg();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const changes = useMay("member.change_role") && member.id !== memberId;
  const change = useMutation(
    trpc.member.changeRole.mutationOptions({
      onSuccess: (_, { role }) => toast.success(`${member.name} is now ${roleText[role].one}.`),
      onError: (error) => toast.error(errorText(error)),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.member.list.queryKey({ org: slug }) }),
    }),
  );
  if (!changes) return <Badge>{roleText[member.role].label}</Badge>;
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      className="h-7 w-32"
      value={member.role}
      disabled={change.isPending}
      options={roles.map((role) => ({ value: role, label: roleText[role].label }))}
      onValueChange={(role) => change.mutate({ org: slug, memberId: member.id, role: role as Role })}
    />
  );
}

export function MemberTable() {
  const { slug, memberId } = useOrg();
  const trpc = useTRPC();
  const locks = useMay("member.lock");
  const resets = useMay("member.reset_second_factor");
  const members = useQuery(trpc.member.list.queryOptions({ org: slug }));
  return (
    <Card>
      {members.isPending ? (
        <SkeletonRows rows={3} />
      ) : members.isError && !members.data ? (
        <ErrorState
          title="The members cannot be shown"
          message={errorText(members.error)}
          onRetry={() => void members.refetch()}
        />
      ) : (
        <Table label="Members">
          <thead>
            <tr>
              <TableHead>Name</TableHead>
              <TableHead>E-mail</TableHead>
              <TableHead>Role</TableHead>
              {resets && <TableHead>Second factor</TableHead>}
              <TableHead>Last seen</TableHead>
              <TableHead>Member since</TableHead>
              {locks && (
                <TableHead>
                  <span className="sr-only">Actions</span>
                </TableHead>
              )}
            </tr>
          </thead>
          <tbody>
            {members.data.map((member) => (
              <TableRow key={member.id}>
                <TableCell className="font-medium">
                  {member.name}
                  {member.id === memberId && (
                    <span className="font-normal text-muted-foreground"> (you)</span>
                  )}
                  {member.lockedAt && (
                    <Badge tone="danger" className="ml-2">
                      locked
                    </Badge>
                  )}
                </TableCell>
                <TableCell>{member.email}</TableCell>
                <TableCell>
                  <RoleCell member={member} />
                </TableCell>
                {resets && (
                  <TableCell>
                    <SecondFactorCell member={member} />
                  </TableCell>
                )}
                <TableCell className="whitespace-nowrap text-muted-foreground">
                  {member.lastSeenAt ? <TimeText at={member.lastSeenAt} form="relative" /> : "never"}
                </TableCell>
                <TableCell className="whitespace-nowrap text-muted-foreground">
                  <TimeText at={member.createdAt} form="relative" />
                </TableCell>
                {locks && (
                  <TableCell className="text-right">
                    {member.id !== memberId && <LockCell member={member} />}
                  </TableCell>
                )}
              </TableRow>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

"use client";

import { UserPlus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { useMay } from "../shell/org-context.tsx";
import { InvitationList } from "./invitation-list.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import { RoleTable } from "./role-table.tsx";

export function MembersPage() {
  const invites = useMay("member.invite");
  const [inviting, setInviting] = useState(false);
  return (
    <Page>
      <PageHeader
        title="Members"
        description="Who belongs to the org, and what their role lets them do."
        actions={
          invites && (
            <Button variant="primary" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden /> Invite
            </Button>
          )
        }
      />
      <MemberTable />
      {invites && <InvitationList />}
      <RoleTable />
      {invites && <InviteDialog open={inviting} onOpenChange={setInviting} />}
    </Page>
  );
}

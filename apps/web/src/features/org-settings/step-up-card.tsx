import Link from "next/link";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card, CardHeader, CardTitle } from "../../ui/card.tsx";
import { roleText } from "../member/role-text.ts";
import { useOrg } from "../shell/org-context.tsx";
import type { OrgSettings } from "./settings-page.tsx";

/** Who may step up is a field of the policy; here it is only told. */
export function StepUpCard({ settings }: { settings: OrgSettings }) {
  const { slug } = useOrg();
  return (
    <Card>
      <CardHeader>
        <CardTitle>Who may step up</CardTitle>
        <Button asChild size="sm">
          <Link href={`/${slug}/policy/draft`}>Change it in the policy</Link>
        </Button>
      </CardHeader>
      <div className="grid max-w-2xl gap-3 p-4">
        <p className="text-sm text-muted-foreground">
          What asks for proof of who answers is answered by these roles, with their password, a code or a
          passkey.
        </p>
        {settings.stepUpRoles.length === 0 ? (
          <p className="text-sm">No role: nothing that asks for proof can be approved.</p>
        ) : (
          <ul className="flex flex-wrap gap-1.5">
            {settings.stepUpRoles.map((role) => (
              <li key={role}>
                <Badge>{roleText[role].label}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

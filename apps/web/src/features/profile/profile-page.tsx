"use client";

import { PageHeader } from "../../ui/page-header.tsx";
import { Page } from "../../ui/page.tsx";
import { PreferencesCard } from "../notification/preferences-card.tsx";
import { AuthenticatorCard } from "./authenticator-card.tsx";
import { LoginsCard } from "./logins-card.tsx";
import { NameCard } from "./name-card.tsx";
import { OwnSecurity } from "./own-security.tsx";
import { PasskeysCard } from "./passkeys-card.tsx";
import { PasswordCard } from "./password-card.tsx";

export function ProfilePage() {
  return (
    <Page>
      <PageHeader
        title="Your profile"
        description="Who you are here, what opens your account, what you are told of, and where you are signed in."
      />
      <OwnSecurity>
        {(security) => (
          <>
            <NameCard />
            <PasswordCard security={security} />
            <AuthenticatorCard security={security} />
            <PasskeysCard security={security} />
            <PreferencesCard />
            <LoginsCard logins={security.logins} />
          </>
        )}
      </OwnSecurity>
    </Page>
  );
}

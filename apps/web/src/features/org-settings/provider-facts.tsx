import type { Outputs } from "../../trpc/client.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../audit/facts.tsx";
import { roleText } from "../member/role-text.ts";

export type Provider = NonNullable<Outputs["org"]["identityProvider"]["provider"]>;

export function ProviderFacts({ provider, redirectUri }: { provider: Provider; redirectUri: string }) {
  const { newcomerRole } = provider;
  return (
    <Facts>
      <Fact label="Button on the sign-in page">Sign in with {provider.name}</Fact>
      <Fact label="Issuer">{provider.issuer}</Fact>
      <Fact label="Client id">{provider.clientId}</Fact>
      <Fact label="E-mail domains">{provider.domains.join(", ") || "every domain"}</Fact>
      <Fact label="People without an invitation">
        {newcomerRole === null ? "are not let in" : `join as ${roleText[newcomerRole].one}`}
      </Fact>
      <Fact label="Second factor">
        {provider.secondFactorTrusted ? "is the provider's" : "is asked for by Gatehouse"}
      </Fact>
      <Fact label="Address to allow at the provider" wide>
        <RedirectUri value={redirectUri} />
      </Fact>
    </Facts>
  );
}

export function RedirectUri({ value }: { value: string }) {
  return (
    <span className="flex items-center gap-1">
      <code className="font-mono text-sm [overflow-wrap:anywhere]">{value}</code>
      <CopyButton text={value} label="Copy the address" />
    </span>
  );
}

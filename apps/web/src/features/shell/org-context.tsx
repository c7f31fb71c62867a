"use client";

import { may, type Permission, type Role } from "@gatehouse/core/role";
import { createContext, useContext } from "react";

export type OrgContextValue = {
  slug: string;
  name: string;
  role: Role;
  memberId: string;
  user: { id: string; name: string; email: string };
  orgs: readonly { slug: string; name: string }[];
};

const OrgContext = createContext<OrgContextValue | null>(null);

export const OrgProvider = OrgContext.Provider;

export function useOrg(): OrgContextValue {
  const value = useContext(OrgContext);
  if (!value) throw new Error("useOrg is used outside an org's pages");
  return value;
}

/** What to show; the server decides again on every request. */
export function useMay(permission: Permission): boolean {
  return may(useOrg().role, permission);
}

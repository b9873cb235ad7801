import type { Organization } from '../session/session.tsx'

type Role = Organization['role']

/** Roles and their permissions (docs/accounts.md). */
export const ROLES: readonly { readonly value: Role; readonly text: string; readonly hint: string }[] = [
  { value: 'member', text: 'Member', hint: 'Uses all features and creates API keys' },
  { value: 'admin', text: 'Admin', hint: 'Also manages members and plans' },
  { value: 'owner', text: 'Owner', hint: 'Also appoints owners and deletes the organization' },
]

export const grantableRoles = (role: Role) => {
  if (role === 'owner') return ROLES
  return role === 'admin' ? ROLES.filter(({ value }) => value !== 'owner') : []
}

export const roleText = (role: Role): string => ROLES.find(({ value }) => value === role)?.text ?? role

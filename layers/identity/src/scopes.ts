import type { Caller } from '@signet/kernel'

/** The prefix of scopes for operators of the platform. No session and no key of an organization has one by itself. */
export const OPERATOR_SCOPE = 'operator:'

/**
 * Whether the credential carries the scope. Scopes are plain words; none implies another. A signed-in person has every
 * scope that keys of the organization can have, and no operator scope.
 */
export const hasScope = ({ kind, scopes }: Caller, scope: string): boolean =>
  scopes.includes(scope) || (kind === 'session' && !scope.startsWith(OPERATOR_SCOPE))

import type { Caller } from '@signet/kernel'

/** The prefix of scopes for operators of the platform. No session and no key of an organisation has one by itself. */
export const OPERATOR_SCOPE = 'operator:'

/**
 * Whether the credential carries the scope; scopes are plain words, none implies another. A signed-in person may do all that
 * keys of the organisation can be allowed to, and nothing that takes an operator.
 */
export const hasScope = ({ kind, scopes }: Caller, scope: string): boolean =>
  scopes.includes(scope) || (kind === 'session' && !scope.startsWith(OPERATOR_SCOPE))

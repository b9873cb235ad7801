import type { Caller } from '@signet/kernel'

/**
 * Prefix of scopes for operators of the platform. Sessions and organizations' keys never have such a scope by default.
 */
export const OPERATOR_SCOPE = 'operator:'

/**
 * Returns whether the credential has the scope. No scope implies another. A signed-in user has every scope that keys of
 * the organization can have, and no operator scope.
 */
export const hasScope = ({ kind, scopes }: Caller, scope: string): boolean =>
  scopes.includes(scope) || (kind === 'session' && !scope.startsWith(OPERATOR_SCOPE))

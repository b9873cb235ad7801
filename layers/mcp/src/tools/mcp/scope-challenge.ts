import type { ScopeChallengeHandler } from '@modelcontextprotocol/server'

/** Maps the scope of a tool to the scope that a client must request from the user. */
export type ScopeToRequest = (scope: string) => string

/**
 * Requests a missing scope. Many clients request only the scopes of the challenge, so the challenge also lists the
 * scopes that they already have. Otherwise a new grant would remove them.
 */
export const challengeFor =
  (name: string, scope: string, scopeToRequest: ScopeToRequest): ScopeChallengeHandler =>
  ({ authInfo }) => {
    if (authInfo === undefined || authInfo.scopes.includes(scope)) return undefined
    const [first = scope, ...otherScopes] = new Set([...authInfo.scopes, scope].map(scopeToRequest))
    return { scopes: [first, ...otherScopes], errorDescription: `${name} requires the scope ${scopeToRequest(scope)}` }
  }

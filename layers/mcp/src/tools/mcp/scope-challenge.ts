import type { ScopeChallengeHandler } from '@modelcontextprotocol/server'

/** Maps a missing scope to the scope that a user grants for it; without a mapping, to itself. */
export type ScopeToRequest = (scope: string) => string

/**
 * Requests a missing scope. Many clients request only the scopes of the challenge, so it also names the scopes that
 * they have: a user who grants purchases does not thereby remove drawing.
 */
export const challengeFor =
  (name: string, scope: string, scopeToRequest: ScopeToRequest): ScopeChallengeHandler =>
  ({ authInfo }) => {
    if (authInfo === undefined || authInfo.scopes.includes(scope)) return undefined
    const [first = scope, ...more] = new Set([...authInfo.scopes, scope].map(scopeToRequest))
    return { scopes: [first, ...more], errorDescription: `${name} requires the scope ${scopeToRequest(scope)}` }
  }

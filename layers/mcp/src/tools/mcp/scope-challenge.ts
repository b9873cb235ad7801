import type { ScopeChallengeHandler } from '@modelcontextprotocol/server'

/** The scope that a person grants for one that is lacking; the same one where there is no other. */
export type AskFor = (scope: string) => string

/**
 * Requests a missing scope. Many clients request only the scopes of the challenge, so it names those they hold as well:
 * a person who grants the right to buy does not take away the right to draw.
 */
export const challengeFor =
  (name: string, scope: string, askFor: AskFor): ScopeChallengeHandler =>
  ({ authInfo }) => {
    if (authInfo === undefined || authInfo.scopes.includes(scope)) return undefined
    const [first = scope, ...more] = new Set([...authInfo.scopes, scope].map(askFor))
    return { scopes: [first, ...more], errorDescription: `${name} needs the scope ${askFor(scope)}` }
  }

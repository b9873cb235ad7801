import type { Outgoing } from '@signet/contracts/http'

export interface Challenge {
  /** Address of the protected resource metadata (RFC 9728 5.1). */
  readonly metadataUrl: string
  readonly scopes: readonly string[]
}

const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '')}"`

/**
 * 401 as required by RFC 6750 3 and MCP. Without a credential there is no `error` (RFC 6750 3.1), so that a client
 * starts to authorize instead of reporting a bad token.
 */
export const challengeAnswer = ({ metadataUrl, scopes }: Challenge, problem: string | undefined): Outgoing => {
  const problemParts = problem === undefined ? [] : ['error="invalid_token"', `error_description=${quoted(problem)}`]
  const parts = [...problemParts, `resource_metadata=${quoted(metadataUrl)}`, `scope=${quoted(scopes.join(' '))}`]
  const error = problem === undefined ? 'unauthorized' : 'invalid_token'
  const error_description = problem ?? 'Send an API key or a token as Authorization: Bearer'
  return {
    status: 401,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'www-authenticate': `Bearer ${parts.join(', ')}`,
    },
    body: JSON.stringify({ error, error_description }),
  }
}

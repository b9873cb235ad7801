import type { SecretsClient } from '../secret.ts'
import { ability } from './ability.ts'
import { originKey, originKeyRight } from './origin-key.ts'
import { CALLS_SECRET } from './platform-calls.ts'
import { readRight } from './secrets.ts'

/**
 * APIs of siblings, by their key: `images`. Calls go directly to their addresses, past the edge. `siblingsOf` of
 * `@signet/http-client/siblings` provides typed calls.
 */
export const calls = ability<readonly string[], { readonly secrets: SecretsClient }>()({
  allows: 'Calls the APIs of siblings and signs these calls on behalf of people and organizations',
  local: { instead: 'the same APIs on their local ports' },
  variables: {
    '*_API_URL': ({ apiUrl }, key) => apiUrl(key),
    PLATFORM_CALLS_SECRET: ({ secret }) => secret(CALLS_SECRET).name,
    ...originKey,
  },
  rights: (_, deployed) => [readRight(deployed.secret(CALLS_SECRET)), ...originKeyRight(deployed)],
})

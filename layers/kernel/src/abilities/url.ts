import type { SecretsClient } from '../secret.ts'
import { ability } from './ability.ts'
import { originKey, originKeyRight } from './origin-key.ts'

/**
 * The API of the function has a Function URL instead of a REST API. The function then serves the whole API. A Function URL
 * streams any response, passes headers unchanged (a REST API renames WWW-Authenticate), and has no stage in its path.
 * In a stage with an edge, the function checks the edge's key, because no gateway does.
 */
export const url = ability<true, { readonly secrets: SecretsClient }>()({
  allows: 'Has a separate public address',
  local: { instead: 'a port of the local runner' },
  variables: originKey,
  rights: (_, deployed) => originKeyRight(deployed),
})

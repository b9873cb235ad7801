import type { SecretsClient } from '../secret.ts'
import { ability } from './ability.ts'
import { originKey, originKeyRight } from './origin-key.ts'

/**
 * Its API is its own Function URL instead of a REST API. The function then serves the whole API. A Function URL streams any
 * answer, leaves headers as they are (a REST API renames WWW-Authenticate), and has no stage in its path. Where the stage
 * has an edge, the function asks for its key, as no gateway does.
 */
export const url = ability<true, { readonly secrets: SecretsClient }>()({
  allows: 'Is reached at an address of its own',
  local: { instead: 'a port of the local runner' },
  variables: originKey,
  rights: (_, deployed) => originKeyRight(deployed),
})

import { ability } from './ability.ts'

/**
 * APIs of siblings, by their key, whose addresses it tells people or looks at without a credential: those at which callers
 * reach them.
 */
export const links = ability<readonly string[]>()({
  allows: 'Knows the addresses of the APIs of siblings',
  local: { instead: 'the same APIs on their local ports' },
  variables: { '*_PUBLIC_URL': ({ publicUrl }, key) => publicUrl(key) },
})

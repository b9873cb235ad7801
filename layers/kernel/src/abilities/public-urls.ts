import { ability } from './ability.ts'

/** Public addresses of sibling APIs, by their key, for links and for calls without a credential. */
export const publicUrls = ability<readonly string[]>()({
  allows: 'Reads the public addresses of sibling APIs',
  local: { instead: 'the same APIs on their local ports' },
  variables: { '*_PUBLIC_URL': ({ publicUrl }, key) => publicUrl(key) },
})

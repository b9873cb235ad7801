import { ability } from './ability.ts'

/** APIs of siblings, by their key: `images`. */
export const asks = ability<readonly string[]>()({
  allows: 'Calls the APIs of siblings',
  local: { instead: 'the same APIs on their local ports' },
  variables: { '*_API_URL': ({ apiUrl }, key) => apiUrl(key) },
})

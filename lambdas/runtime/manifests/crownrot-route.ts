import { reply } from '@signet/contracts'
import { jsonSha256 } from '@signet/digest'
import { route } from '@signet/kernel'
import { BUILT_IN_DECKS, ENGINE, SPREADS } from '@signet/readings'
import { PATTERNS } from '@signet/readings/classify'
import { getCrownrot } from '../contract/manifests.ts'
import { newestFirst } from '../decks/deck-versions.ts'

/** When somebody last looked whether each item still stands. */
const AS_OF = '2026-11-26'

const current = (kind: 'deck' | 'spread' | 'pattern' | 'runtime', id: string, version: string) => ({
  ...{ kind, id, version, state: 'current' as const },
  reason: 'The newest version',
})

const deckItems = () =>
  BUILT_IN_DECKS.map(({ name, version }) => {
    const [newest] = BUILT_IN_DECKS.filter((deck) => deck.name === name).toSorted(newestFirst)
    if (newest === undefined || newest.version === version) return current('deck', name, version)
    const replacement = `${name}@${newest.version}`
    return {
      kind: 'deck' as const,
      id: name,
      version,
      state: 'ageing' as const,
      replacement,
      reason: 'There is a newer version',
    }
  })

const register = () => ({
  schema: 1 as const,
  as_of: AS_OF,
  items: [
    current('runtime', 'engine', ENGINE),
    ...deckItems(),
    ...SPREADS.map(({ name, version }) => current('spread', name, version)),
    ...PATTERNS.map(({ id }) => current('pattern', id, '1.0.0')),
  ],
})

/** `GET /manifests/crownrot` (runtime.md 5). */
export const crownrotRoute = () => {
  const body = register()
  const etag = `"${jsonSha256(body)}"`
  return route(getCrownrot, async ({ headers }) =>
    headers['if-none-match'] === etag ? reply(304, undefined, { etag }) : reply(200, body, { etag }),
  )
}

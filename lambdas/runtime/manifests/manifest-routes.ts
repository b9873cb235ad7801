import { type Endpoint, reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { BUILT_IN_DECKS, ENGINE, SPREADS } from '@signet/readings'
import { jsonSha256 } from '@signet/receipts/digest'
import { awsManifest, cloudflareManifest, PATTERN_IDS, type PatternId, patternVersions } from '@signet/scaffolds'
import { getAwsManifest, getCloudflareManifest, getCrownrot } from '../contract/manifests.ts'
import { newestFirst } from '../decks/deck-versions.ts'

type ConditionalRequest = { readonly headers: { readonly 'if-none-match'?: string | undefined } }

/** Serves a document that changes only with a release. It is built once; a client with the current ETag gets 304. */
const taggedRoute = <E extends Endpoint>(endpoint: E, build: () => object): Route => {
  let cached: { readonly body: object; readonly etag: string } | undefined
  const respond = async ({ headers }: ConditionalRequest) => {
    cached ??= withEtag(build())
    const { body, etag } = cached
    return headers['if-none-match'] === etag ? reply(304, undefined, { etag }) : reply(200, body, { etag })
  }
  return route(endpoint, respond as never)
}

const withEtag = (body: object) => ({ body, etag: `"${jsonSha256(body)}"` })

/** Date on which the states of the items were last reviewed. */
const REVIEWED_ON = '2026-11-26'

const currentItem = (kind: 'deck' | 'spread' | 'pattern' | 'runtime', id: string, version: string) => ({
  kind,
  id,
  version,
  state: 'current' as const,
  reason: 'The newest version',
})

const deckItems = () =>
  BUILT_IN_DECKS.map(({ name, version }) => {
    const [newest] = BUILT_IN_DECKS.filter((deck) => deck.name === name).toSorted(newestFirst)
    if (newest === undefined || newest.version === version) return currentItem('deck', name, version)
    const replacement = `${name}@${newest.version}`
    return {
      kind: 'deck' as const,
      id: name,
      version,
      state: 'aging' as const,
      replacement,
      reason: 'A newer version exists',
    }
  })

/** Items of all versions of a pattern, newest first. An update moves a scaffold to the newest version. */
const patternItems = (id: PatternId) =>
  patternVersions(id).map((version, at, [newest = '']) =>
    at === 0
      ? currentItem('pattern', id, version)
      : {
          kind: 'pattern' as const,
          id,
          version,
          state: 'aging' as const,
          replacement: `${id}@${newest}`,
          reason: 'A newer version exists',
        },
  )

const deprecationRegister = () => ({
  schema: 1 as const,
  as_of: REVIEWED_ON,
  items: [
    currentItem('runtime', 'engine', ENGINE),
    ...deckItems(),
    ...SPREADS.map(({ name, version }) => currentItem('spread', name, version)),
    ...PATTERN_IDS.flatMap(patternItems),
  ],
})

/** `GET /manifests/crownrot` (deprecation register), `/manifests/cloudflare` and `/manifests/aws`. */
export const manifestRoutes = (): Route[] => [
  taggedRoute(getCrownrot, deprecationRegister),
  taggedRoute(getCloudflareManifest, cloudflareManifest),
  taggedRoute(getAwsManifest, awsManifest),
]

import { endpoint } from '@signet/contracts'
import { DeckShape, DeckSlug, DeckVersion } from '@signet/runtime-schemas/deck'
import * as z from 'zod'
import { BODY_BYTES, RUNTIME_RATE } from './rates.ts'

export const DECKS_MAX = 50
export const VERSIONS_MAX = 20

const tags = ['decks']

const params = z.strictObject({ slug: DeckSlug })

const etag = { etag: { description: 'SHA-256 of the deck', schema: z.string() } }

const RegisteredDeck = DeckShape.extend({
  sha256: z.string().describe('SHA-256 of the canonical JSON of the deck alone'),
  versions: z
    .array(
      z.object({
        version: z.string(),
        sha256: z.string(),
        at: z.iso.datetime().nullable().describe('When it was registered; null for a deck that is built in'),
      }),
    )
    .describe('All that are kept, the newest first'),
}).meta({ id: 'RegisteredDeck' })

export const putDeck = endpoint({
  name: 'putDeck',
  summary: 'Register a version of a deck',
  description: `Keeps a version of a deck for scripts of the organization, where it comes before one of ours of the same name. A version never changes: the same bytes again are answered with 200. An organization has at most ${DECKS_MAX} decks with ${VERSIONS_MAX} versions each.`,
  tags,
  route: 'PUT /decks/registry/:slug',
  authority: 'scope:decks:write',
  idempotent: true,
  rate: RUNTIME_RATE,
  request: { params, body: DeckShape, maxBodyBytes: BODY_BYTES },
  responses: {
    200: { description: 'The version was registered before', schema: RegisteredDeck, headers: etag },
    201: { description: 'The version is registered', schema: RegisteredDeck, headers: etag },
  },
  errors: [
    { code: 'deck_version_exists', status: 409, description: 'This version has other bytes: give it another number.' },
    {
      code: 'deck_limit_reached',
      status: 409,
      description: 'The organization has no room for a deck or a version more; see `limit`.',
    },
    'unavailable',
  ],
})

export const getDeck = endpoint({
  name: 'getDeck',
  summary: 'A deck',
  description: 'The newest version of a deck of the organization or else of ours, or the one that is asked for.',
  tags,
  route: 'GET /decks/registry/:slug',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params,
    query: z.strictObject({
      version: DeckVersion.optional().describe('A version, or the start of one: 1, 1.2, 1.2.0'),
    }),
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the present copy') }),
  },
  responses: {
    200: { description: 'The deck', schema: RegisteredDeck, headers: etag },
    304: { description: 'The copy is current', headers: etag },
  },
  errors: ['not_found', 'unavailable'],
})

export const listDecks = endpoint({
  name: 'listDecks',
  summary: 'List decks',
  description:
    'Decks of the organization and those that are built in, by name. One of the organization comes before ours of the same name.',
  tags,
  route: 'GET /decks/registry',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  responses: {
    200: {
      description: 'All of them',
      schema: z.object({
        decks: z.array(
          z
            .object({
              name: z.string(),
              version: z.string().describe('The newest'),
              origin: z.enum(['organization', 'built-in']),
            })
            .meta({ id: 'ListedDeck' }),
        ),
      }),
    },
  },
  errors: ['unavailable'],
})

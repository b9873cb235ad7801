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
        at: z.iso.datetime().nullable().describe('Time of registration; null for a built-in deck'),
      }),
    )
    .describe('All stored versions, newest first'),
}).meta({ id: 'RegisteredDeck' })

export const putDeck = endpoint({
  name: 'putDeck',
  summary: 'Register a version of a deck',
  description: `Stores a version of a deck for the organization's scripts, where it takes precedence over a built-in deck of the same name. A version is immutable: the same bytes again return 200. An organization can have ${DECKS_MAX} decks with ${VERSIONS_MAX} versions each.`,
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
    {
      code: 'deck_version_exists',
      status: 409,
      description: 'This version exists with other bytes; use another version number.',
    },
    {
      code: 'deck_limit_reached',
      status: 409,
      description: 'The organization has reached its limit of decks or versions; see `limit`.',
    },
    'unavailable',
  ],
})

export const getDeck = endpoint({
  name: 'getDeck',
  summary: 'Get a deck',
  description:
    "Returns the requested or newest version of a deck, from the organization's registry or else from the built-in decks.",
  tags,
  route: 'GET /decks/registry/:slug',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params,
    query: z.strictObject({
      version: DeckVersion.optional().describe('A version or a prefix of one: 1, 1.2, 1.2.0'),
    }),
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the cached copy') }),
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
    "Returns the organization's decks and the built-in ones, by name. A deck of the organization replaces a built-in deck of the same name.",
  tags,
  route: 'GET /decks/registry',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  responses: {
    200: {
      description: 'All decks',
      schema: z.object({
        decks: z.array(
          z
            .object({
              name: z.string(),
              version: z.string().describe('The newest version'),
              origin: z.enum(['organization', 'built-in']),
            })
            .meta({ id: 'ListedDeck' }),
        ),
      }),
    },
  },
  errors: ['unavailable'],
})

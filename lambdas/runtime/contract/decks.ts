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
  sha256: z.string().describe('SHA-256 of the deck as canonical JSON'),
  versions: z
    .array(
      z.object({
        version: z.string(),
        sha256: z.string(),
        at: z.iso.datetime().nullable().describe('Registration time; null for a built-in deck'),
      }),
    )
    .describe('All stored versions of the deck, newest first'),
}).meta({ id: 'RegisteredDeck' })

export const putDeck = endpoint({
  name: 'putDeck',
  summary: 'Register a deck version',
  description: `Stores a version of a deck (a set of cards with expert advice) that the organization's scripts (lists of questions and rules) can use. The deck takes precedence over a built-in deck of the same name. A version is immutable: sending the same content again returns 200. An organization can have ${DECKS_MAX} decks with ${VERSIONS_MAX} versions each.`,
  tags,
  route: 'PUT /decks/registry/:slug',
  authority: 'scope:decks:write',
  idempotent: true,
  rate: RUNTIME_RATE,
  request: { params, body: DeckShape, maxBodyBytes: BODY_BYTES },
  responses: {
    200: { description: 'This version exists with the same content', schema: RegisteredDeck, headers: etag },
    201: { description: 'The version was registered', schema: RegisteredDeck, headers: etag },
  },
  errors: [
    {
      code: 'deck_version_exists',
      status: 409,
      description: 'This version already exists with different content. Use another version number.',
    },
    {
      code: 'deck_limit_reached',
      status: 409,
      description:
        'The organization has reached its deck limit, or the deck has reached its version limit. `limit` is the limit that was reached.',
    },
    'unavailable',
  ],
})

export const getDeck = endpoint({
  name: 'getDeck',
  summary: 'Get a deck',
  description:
    "Returns the requested version of a deck (a set of cards with expert advice), or the newest one. The organization's decks take precedence over built-in decks.",
  tags,
  route: 'GET /decks/registry/:slug',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  request: {
    params,
    query: z.strictObject({
      version: DeckVersion.optional().describe(
        'Version such as `1.2.0`, or a prefix such as `1.2`, which selects the newest matching version',
      ),
    }),
    headers: z.object({ 'if-none-match': z.string().max(200).optional().describe('ETag of the cached copy') }),
  },
  responses: {
    200: { description: 'The deck', schema: RegisteredDeck, headers: etag },
    304: { description: 'The cached copy is current', headers: etag },
  },
  errors: ['not_found', 'unavailable'],
})

export const listDecks = endpoint({
  name: 'listDecks',
  summary: 'List decks',
  description:
    "Returns the organization's decks (sets of cards with expert advice) and the built-in decks, sorted by name. A deck of the organization replaces a built-in deck of the same name.",
  tags,
  route: 'GET /decks/registry',
  authority: 'scope:runtime:read',
  rate: RUNTIME_RATE,
  responses: {
    200: {
      description: 'Decks of the organization and built-in decks',
      schema: z.object({
        decks: z.array(
          z
            .object({
              name: z.string(),
              version: z.string().describe('Newest version of the deck'),
              origin: z.enum(['organization', 'built-in']),
            })
            .meta({ id: 'ListedDeck' }),
        ),
      }),
    },
  },
  errors: ['unavailable'],
})

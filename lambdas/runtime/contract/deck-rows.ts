import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

const Version = z.object({ version: z.string(), sha256: z.string(), at: z.string() })

export const deckNamesRow = rowKind({
  name: 'Names of the decks of an organization',
  prefix: 'DECK#',
  keys: { pk: '<org>', sk: 'NAMES' },
  owner: 'organization',
  exported: { none: 'an index of the decks' },
  keep: 'permanent',
  schema: z.object({ names: z.array(z.string()), revision: z.int() }),
})

export const deckRow = rowKind({
  name: 'Deck of an organization',
  prefix: 'DECK#',
  keys: { pk: '<org>', sk: 'SLUG#<slug>' },
  owner: 'organization',
  exported: { none: 'an index of the versions' },
  keep: 'permanent',
  schema: z.object({ versions: z.array(Version).describe('Versions, newest first'), revision: z.int() }),
})

export const deckVersionRow = rowKind({
  name: 'Version of a deck of an organization',
  prefix: 'DECK#',
  keys: { pk: '<org>', sk: 'VERSION#<slug>#<version>' },
  owner: 'organization',
  exported: { file: 'decks', json: 'deck' },
  keep: 'permanent',
  schema: z.object({ deck: z.string().describe('The deck as canonical JSON'), sha256: z.string(), at: z.string() }),
})

export const deckRows = [deckNamesRow, deckRow, deckVersionRow]

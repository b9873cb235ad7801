import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { DeckTest } from './deck-test.ts'

export const simRow = rowKind({
  name: 'Last self-test of the built-in decks',
  prefix: 'RUNSIM#',
  keys: { pk: 'decks', sk: 'LAST' },
  owner: 'platform',
  keep: { days: 30 },
  schema: z.object({
    at: z.string(),
    /** SHA-256 of engine, decks and number of readings. An unchanged digest means an unchanged result. */
    subject_sha256: z.string(),
    decks: z.array(DeckTest),
  }),
})

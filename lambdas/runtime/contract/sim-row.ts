import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { DeckTest } from './deck-test.ts'

export const simRow = rowKind({
  name: 'Last self-test of the decks that are built in',
  prefix: 'RUNSIM#',
  keys: { pk: 'decks', sk: 'LAST' },
  owner: 'platform',
  keep: { days: 30 },
  schema: z.object({
    at: z.string(),
    /** SHA-256 of engine, decks and number of readings; the same subject has the same result. */
    subject_sha256: z.string(),
    decks: z.array(DeckTest),
  }),
})

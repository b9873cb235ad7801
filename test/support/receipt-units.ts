/**
 * Units of the table that the receipt of a kind takes when it is made, the first of its organization aside: read and written by
 * the function that makes it. Held by a test of each kind, and what docs/aws.md is computed from.
 */
export const RECEIPT_UNITS = {
  image: { writes: 20, reads: 5 },
  'ledger.statement': { writes: 20, reads: 7 },
  'flags.audit': { writes: 18, reads: 4 },
  'archive.import': { writes: 20, reads: 6 },
} as const

/**
 * Table units that a receipt of each kind reads and writes when it is issued, except for the first of an organization.
 * A test of each kind checks them, and docs/aws.md is computed from them.
 */
export const RECEIPT_UNITS = {
  image: { writes: 20, reads: 5 },
  'ledger.statement': { writes: 20, reads: 7 },
  'flags.audit': { writes: 18, reads: 4 },
  'archive.import': { writes: 20, reads: 6 },
} as const

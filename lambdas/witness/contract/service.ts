import { defineService } from '@signet/contracts'
import { witnessedRow } from './rows.ts'
import { readWitnessKey } from './witness.ts'

export const witnessService = defineService({
  name: 'witness',
  api: 'witness',
  title: 'Signet witness',
  description:
    'Cosigns checkpoints of the log of receipts that continue those it cosigned before, so that the log cannot show different histories to different clients.',
  tags: { witness: 'Cosignatures' },
  scopes: {},
  keyPrefix: 'plat_',
  erasure: { none: 'stores no personal data' },
  contracts: [
    {
      name: 'witness',
      version: '1.0.0',
      description: 'A witness of transparency logs (c2sp.org/tlog-witness).',
      endpoints: [readWitnessKey],
    },
  ],
  rows: [witnessedRow],
})

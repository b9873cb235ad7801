import { defineService } from '@signet/contracts'
import { witnessedRow } from './rows.ts'
import { readWitnessKey } from './witness.ts'

export const witnessService = defineService({
  name: 'witness',
  api: 'witness',
  title: 'Signet witness',
  description:
    'Cosigns a checkpoint of the receipt log only if it extends the checkpoints that it cosigned before. The log therefore cannot show different histories to clients that require its cosignature.',
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

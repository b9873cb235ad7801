import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { assetRow } from './asset-row.ts'
import { createAsset, deleteAsset, getAsset, listAssets, updateAsset } from './library.ts'

export const evidenceService = defineService({
  name: 'evidence',
  api: 'platform',
  title: 'Signet evidence',
  description: 'Libraries of evidence for texts.',
  tags: { evidence: 'Evidence for texts' },
  scopes: {
    'evidence:read': { holder: 'organisation', description: 'See the library of evidence' },
    'evidence:write': { holder: 'organisation', description: 'Change the library of evidence' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  departures: { erases: 'assets of the library' },
  exports: { takes: 'assets of the library' },
  contracts: [
    {
      name: 'evidence-library',
      version: '1.0.0',
      description: 'Libraries of evidence (spec platform-api 2.6 and 4.5).',
      endpoints: [listAssets, createAsset, getAsset, updateAsset, deleteAsset],
    },
  ],
  rows: [assetRow],
})

declare module '@signet/siblings' {
  interface SiblingServices {
    readonly evidence: typeof evidenceService
  }
}

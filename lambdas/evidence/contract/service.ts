import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { attestContent, getCritique } from './attest.ts'
import { fillGaps, getGapFill, listGapFills } from './gap-fill.ts'
import { importAssets } from './import.ts'
import { createAsset, deleteAsset, getAsset, listAssets, updateAsset } from './library.ts'
import { getPolicy, putPolicy } from './policies.ts'
import { listPolicies, listValidations } from './queries.ts'
import { gapFillContract } from './revision-events.ts'
import { rows } from './rows.ts'
import { validateContent } from './validations.ts'

export const evidenceService = defineService({
  name: 'evidence',
  api: 'platform',
  title: 'Signet evidence',
  description: 'Checks, revisions and attestations of texts, policies, and the evidence library.',
  tags: { evidence: 'Evidence for texts' },
  scopes: {
    'evidence:read': { holder: 'organization', description: 'Read the evidence library and policies' },
    'evidence:run': {
      holder: 'organization',
      description: 'Check, revise and attest texts, which counts against their quotas',
    },
    'evidence:write': { holder: 'organization', description: 'Change the evidence library and policies' },
  },
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { by: 'erasure' },
  contracts: [
    {
      name: 'evidence',
      version: '1.0.0',
      description: 'Checks of texts against policies.',
      endpoints: [validateContent, listPolicies, getPolicy, putPolicy, listValidations],
    },
    {
      name: 'evidence-revisions',
      version: '1.0.0',
      description: 'Revision and attestation of texts.',
      endpoints: [fillGaps, getGapFill, listGapFills, attestContent, getCritique],
    },
    {
      name: 'evidence-library',
      version: '1.0.0',
      description: 'The evidence library.',
      endpoints: [listAssets, createAsset, getAsset, updateAsset, deleteAsset, importAssets],
    },
    gapFillContract,
  ],
  rows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly evidence: typeof evidenceService
  }
}

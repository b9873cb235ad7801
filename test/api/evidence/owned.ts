import { randomUUID } from 'node:crypto'
import type { OwnedThings } from '../../support/owned.ts'
import { setTier } from '../../support/tiers.ts'
import { createAs, putPolicyAs } from './evidence-world.ts'
import { attestAs, fillAs, stockAs } from './revisions-world.ts'

const title = `Evidence of another organization ${randomUUID()}`

export const owned: OwnedThings = {
  paths: {
    '/api/v1/evidence/library/{id}': async ({ person, org }) => {
      await setTier(org, { sku: 'pro' })
      const { id } = (await createAs(person, { title })).body.asset
      await setTier(org, { sku: null })
      return { id }
    },
    '/api/v1/evidence/policies/{id}': async ({ person, org }) => {
      await setTier(org, { sku: 'pro' })
      const id = `policy-${randomUUID()}`
      await putPolicyAs(person, id)
      await setTier(org, { sku: null })
      return { id }
    },
    '/api/v1/evidence/gap-fills/{id}': async ({ person, org }) => {
      await setTier(org, { sku: 'pro' })
      await stockAs(person)
      const { gapFillId: id } = (await fillAs(person)).body
      await setTier(org, { sku: null })
      return { id }
    },
    '/api/v1/evidence/attestations/{hash}': async ({ person, org }) => {
      await setTier(org, { sku: 'pro' })
      const { receiptHash: hash } = (await attestAs(person)).body
      await setTier(org, { sku: null })
      return { hash }
    },
  },
  absent: {
    '/api/v1/evidence/policies/{id}': { id: `policy-${randomUUID()}` },
    '/api/v1/evidence/attestations/{hash}': { hash: '0'.repeat(64) },
  },
  chosenByCaller: { putEvidencePolicy: 'a name that is unique only within the organization of the caller' },
  texts: async () => ({ title }),
  byValue: {
    'listEvidenceAssets cursor': 'a position in the list of the caller, whose library it does not name',
    'createEvidenceAsset sourceUrl': 'text of the asset, from which no service reads',
    'updateEvidenceAsset sourceUrl': 'text of the asset, from which no service reads',
    'listEvidenceGapFills cursor': 'a position in the list of the caller, whose organization it does not name',
    'listEvidenceValidations cursor': 'a position in the list of the caller, whose organization it does not name',
  },
}

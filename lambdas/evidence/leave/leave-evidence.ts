import { eraseRows, partitionOf, rowTable, type TableDeps } from '@signet/kernel'
import { type Erase, linesOf, type Take } from '@signet/erasure'
import { assetRow } from '../contract/asset-row.ts'
import { attestationRow } from '../contract/attest-rows.ts'
import { gapFillRow } from '../contract/gap-fill-rows.ts'
import { policyRow } from '../contract/policy-row.ts'
import { validationRow } from '../contract/validation-rows.ts'

/** Erases libraries, policies, validations, gap-fills and attestations of the organisation. */
export const eraseEvidence =
  (deps: TableDeps): Erase =>
  async ({ org_id: org }) => {
    if (org !== null) await eraseRows(deps, { pk: partitionOf(assetRow, { org }) })
    return 'done'
  }

/** Libraries, policies, validations, gap-fills and attestations of the organisation. */
export const takeEvidence = (deps: TableDeps): Take =>
  async function* ({ org_id: org }) {
    yield* linesOf('evidence-library', await rowTable(assetRow, deps).all({ org }))
    yield* linesOf('evidence-policies', await rowTable(policyRow, deps).all({ org }))
    yield* linesOf('evidence-validations', await rowTable(validationRow, deps).all({ org }))
    yield* linesOf('evidence-gap-fills', await rowTable(gapFillRow, deps).all({ org }))
    yield* linesOf('evidence-attestations', await rowTable(attestationRow, deps).all({ org }))
  }

import { assetRow } from './asset-row.ts'
import { attestationRow, attestProgressRow } from './attest-rows.ts'
import { fillingRow, gapFillRow } from './gap-fill-rows.ts'
import { evidenceKeyRow } from './key-row.ts'
import { policyRow } from './policy-row.ts'
import { cachedValidationRow, validationRow } from './validation-rows.ts'

export const rows = [
  assetRow,
  policyRow,
  validationRow,
  cachedValidationRow,
  gapFillRow,
  fillingRow,
  attestationRow,
  attestProgressRow,
  evidenceKeyRow,
]

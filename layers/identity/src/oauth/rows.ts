import { clientDocumentRow, clientRow } from './client-rows.ts'
import { codeRow } from './code-row.ts'
import { grantRow } from './grant-row.ts'
import { issuerKeysRow } from './issuer-keys-row.ts'
import { requestRow } from './request-row.ts'
import { resourceRow } from './resource-row.ts'

export const oauthRows = [
  clientRow,
  clientDocumentRow,
  requestRow,
  codeRow,
  grantRow,
  issuerKeysRow,
  resourceRow,
] as const

export { grantRow }

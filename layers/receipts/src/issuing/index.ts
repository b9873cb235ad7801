export {
  type Issue,
  type IssuedReceipt,
  type IssueReceipt,
  type IssuerDeps,
  ReceiptStepsRefused,
  receiptIssuer,
  requireIssued,
} from './issue.ts'
export { type KeySet, type KeySetDeps, keySet, newKeyOf, recordOf, type Signers, type SigningKey } from './key-set.ts'
export { kmsSigners } from './kms-signers.ts'
export type { RandomBytes, ReceiptInput } from './sealed-receipt.ts'
export { envelopeOf, type StoredReceipt, statusOf } from './stored-receipt.ts'

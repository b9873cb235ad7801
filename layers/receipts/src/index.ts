export { bytesOfBase64, bytesOfBase64Url, toBase64, toBase64Url } from './base64.ts'
export { blind } from './blind.ts'
export { bodyOf, receiptHash } from './body.ts'
export {
  claimsSha256,
  disclosuresOfOpening,
  disclosuresOfPublic,
  type Opening,
  opens,
  privateClaims,
  publicClaims,
} from './claims.ts'
export {
  type Disclosure,
  discloses,
  disclosureDigest,
  disclosureSalt,
  disclosuresOf,
  disclosureText,
} from './disclosures.ts'
export { isSignedBy } from './ed25519.ts'
export { type Envelope, PAYLOAD_TYPE, preAuthEncoding, seal } from './envelope.ts'
export { type EnvelopeSignature, type OpenedEnvelope, readEnvelope } from './envelope-format.ts'
export { issuesKind, KINDS_OF_EVENTS } from './event-kinds.ts'
export { exactJson } from './exact-json.ts'
export { isSha256Hex, toHex } from './hex.ts'
export { readJwks } from './jwks-format.ts'
export { type KeyFinding, keyVerdict } from './key-verdict.ts'
export * from './log/index.ts'
export {
  type Jwk,
  jwksOf,
  KEY_STATES,
  type KeyState,
  type PublicKeyRecord,
  pemOf,
  rawOfPem,
  rawOfRecord,
  rawOfSpki,
  sha256OfKid,
  thumbprint,
} from './public-keys.ts'
export {
  isKindName,
  KINDS,
  type KindName,
  RECEIPT_VERSIONS,
  type ReceiptKind,
  type ReceiptKindDefinition,
  type ReceiptVersion,
  type ResultOf,
  receiptKind,
  type StoredVersion,
  type Visibility,
} from './receipt-kind.ts'
export { keyCommands, OPENSSL_COMMANDS } from './renderings/kit-readme.ts'
export { KIT_FILES, type KitParts, offlineKit } from './renderings/offline-kit.ts'
export { type ReceiptFile, ReceiptFileError, readLogKeys, readReceiptFile } from './renderings/receipt-file.ts'
export { type SigstoreBundle, sigstoreBundle } from './renderings/sigstore-bundle.ts'
export { type FileVerdict, type Trust, verifyFile } from './renderings/verify-file.ts'
export {
  type ReceiptStatus,
  type VerifyReply,
  type VerifyReplyParts,
  verifyInstructionsUrl,
  verifyReply,
} from './renderings/verify-reply.ts'
export { zipOf } from './renderings/zip.ts'
export { requireSignable, SIGNED_MAX, type Signer } from './signer.ts'
export {
  CHAIN_START,
  type ChainLink,
  type ClaimsRef,
  type PolicyRef,
  type Predicate,
  predicateTypeOf,
  STATEMENT_TYPE,
  type Statement,
  type StatementInput,
  type Subject,
  statementOf,
  verifyHostOf,
  type WorkHashes,
} from './statement.ts'
export { ReceiptFormatError, readStatement } from './statement-format.ts'
export { tenantTag } from './tenant-tag.ts'
export { CHECK_LABELS, CHECK_QUESTIONS } from './verify/check-words.ts'
export { type Check, type CheckName, type CheckStatus, type Checks, isFinding } from './verify/checks.ts'
export type { LogPosition } from './verify/verify-log.ts'
export { type Evidence, type Verdict, verifyReceipt } from './verify/verify-receipt.ts'

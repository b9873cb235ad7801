import { bytesOfBase64Url } from './base64.ts'
import { exactJson } from './exact-json.ts'
import { isSha256Hex } from './hex.ts'
import { CHAIN_START, isIssuer, predicateTypeOf, STATEMENT_TYPE, type Statement } from './statement.ts'

export class ReceiptFormatError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ReceiptFormatError'
  }
}

type Members = Readonly<Record<string, unknown>>
type Rule = readonly [member: string, isGood: (value: unknown) => boolean, rule: string]

const BODY_MAX = 4_096
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Narrows a parsed value to an object; its members are unchecked. */
export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isText = (value: unknown): boolean => typeof value === 'string' && value.length > 0
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0
const isOptionalHash = (value: unknown): boolean => value === undefined || isSha256Hex(value)
const isBytes = (length: number) => (value: unknown) =>
  typeof value === 'string' && bytesOfBase64Url(value)?.length === length

const isTime = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false
  const time = new Date(value)
  return !Number.isNaN(time.getTime()) && time.toISOString() === value
}

const isClaims = (value: unknown): boolean => {
  if (!isMembers(value) || !isCount(value.schemaVersion) || !isOptionalHash(value.sdRoot)) return false
  if (value.visibility === 'public') return isSha256Hex(value.sha256) && value.commitment === undefined
  return value.visibility === 'private' && isSha256Hex(value.commitment) && value.sha256 === undefined
}

const isChain = (value: unknown): boolean =>
  isMembers(value) &&
  isCount(value.seq) &&
  isSha256Hex(value.prev) &&
  (value.seq === 1) === (value.prev === CHAIN_START)

const isPolicy = (value: unknown): boolean =>
  value === undefined || (isMembers(value) && isText(value.id) && isText(value.version) && isSha256Hex(value.sha256))

const isResult = (value: unknown): boolean =>
  value === undefined || (isMembers(value) && Object.values(value).every(Number.isSafeInteger))

const isSubject = (value: unknown): boolean => {
  if (!Array.isArray(value) || value.length !== 1) return false
  const [{ name, digest } = {} as Members] = value as Members[]
  return isText(name) && isMembers(digest) && isSha256Hex(digest.sha256)
}

const STATEMENT_RULES: readonly Rule[] = [
  ['_type', (value) => value === STATEMENT_TYPE, STATEMENT_TYPE],
  ['subject', isSubject, 'one name with its SHA-256'],
  ['predicate', isMembers, 'an object'],
]

const PREDICATE_RULES: readonly Rule[] = [
  ['kind', isText, 'a name'],
  ['receiptVersion', isText, 'a version'],
  ['storedVersion', isCount, 'an integer from 1'],
  ['issuer', isIssuer, 'a URL without a query or a fragment'],
  ['issuedAt', isTime, 'a time in UTC with milliseconds'],
  ['nonce', isBytes(16), '16 bytes in base64url'],
  ['tenant', isBytes(16), '16 bytes in base64url'],
  ['chain', isChain, 'a number from 1 and the blinded hash of the previous receipt'],
  ['claims', isClaims, 'a digest of public claims, or a commitment to private ones'],
  ['policy', isPolicy, 'an ID, a version and a SHA-256'],
  ['result', isResult, 'integers'],
  ...['critiqueHash', 'planHash', 'gapFillHash', 'inputHash'].map((name): Rule => [name, isOptionalHash, 'a SHA-256']),
]

const requireRules = (value: unknown, rules: readonly Rule[], subject: string): void => {
  if (!isMembers(value)) throw new ReceiptFormatError(`${subject} must be an object`)
  for (const [member, isValid, rule] of rules) {
    if (!isValid(value[member])) throw new ReceiptFormatError(`${subject}.${member} must be ${rule}`)
  }
}

const parseCanonical = (body: Uint8Array): unknown => {
  if (body.length > BODY_MAX) throw new ReceiptFormatError(`A body can have at most ${BODY_MAX} bytes`)
  try {
    const text = utf8.decode(body)
    const value: unknown = JSON.parse(text)
    // This also rejects duplicate members, which parsers read differently.
    if (exactJson(value) === text) return value
  } catch {
    // Text that is not UTF-8 or JSON is reported below.
  }
  throw new ReceiptFormatError('A body must be canonical JSON of integers, texts, booleans, lists and objects')
}

/**
 * Parses the bytes of a statement. Ignores unknown members, which later versions can add.
 * @throws ReceiptFormatError that names the invalid member and its rule.
 */
export const readStatement = (body: Uint8Array): Statement => {
  const value = parseCanonical(body)
  requireRules(value, STATEMENT_RULES, 'statement')
  const statement = value as Statement
  requireRules(statement.predicate, PREDICATE_RULES, 'predicate')
  if (statement.predicateType !== predicateTypeOf(statement.predicate.issuer))
    throw new ReceiptFormatError('statement.predicateType must be that of the issuer')
  return statement
}

import {
  type Check,
  type FileVerdict,
  isWitnessKey,
  type NoteKey,
  type ReceiptFile,
  ReceiptFileError,
  readEnvelope,
  readReceiptFile,
  readStatement,
  type Trust,
  verifyFile,
} from '@signet/receipts'
import { type CheckRow, rowsOf } from './check-rows.ts'
import type { TrustedKeys } from './own-keys.ts'
import { isOfSignet, type PublishedKeys } from './published-keys.ts'

export { OPENSSL_COMMANDS, readJwks, readLogKeys } from '@signet/receipts'
export { readKeys } from './given-keys.ts'

export interface LocalFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ReceiptCheck {
  readonly verdict: FileVerdict
  readonly rows: readonly CheckRow[]
  /** Whose keys it was checked with: of this Signet, of the reader, or of the file alone. */
  readonly keysFrom: 'signet' | 'reader' | 'file'
}

export interface ToCheck {
  readonly file: ReceiptFile
  readonly subject?: Uint8Array | undefined
  readonly published: PublishedKeys
  readonly given: TrustedKeys
  readonly origin: string
  readonly isPending?: boolean | undefined
}

export interface ReceiptWithSubject {
  readonly name: string
  readonly receipt: ReceiptFile
  readonly subject?: LocalFile
}

/**
 * Finds the receipt among files that were dropped together; the other one is what it is about.
 * @throws ReceiptFileError if none is a receipt: what is wrong with the first.
 */
export const sortFiles = (files: readonly LocalFile[]): ReceiptWithSubject => {
  let failure: unknown
  for (const file of files) {
    try {
      const receipt = readReceiptFile(file.bytes)
      const subject = files.find((other) => other !== file)
      return { name: file.name, receipt, ...(subject && { subject }) }
    } catch (error) {
      if (!(error instanceof ReceiptFileError)) throw error
      failure ??= error
    }
  }
  throw failure ?? new ReceiptFileError('No file was given')
}

const saidBy = (file: ReceiptFile): { readonly issuer?: string; readonly kids: readonly string[] } => {
  try {
    const { body, signatures } = readEnvelope(file.evidence.envelope)
    return { issuer: readStatement(body).predicate.issuer, kids: signatures.map(({ keyid }) => keyid) }
  } catch {
    return { kids: [] }
  }
}

/**
 * Keys that the reader gives stand before those that are published, and these before those that a file brings. Where keys are
 * known, a witness that the file alone names does not count: it could date what was signed with a stolen key.
 */
const trustOf = ({ file, published, given, origin }: ToCheck) => {
  const isOurs = isOfSignet(saidBy(file), published, origin)
  const isReaders = given.keys !== undefined || given.pinnedKeys.length > 0
  const keys = given.keys ?? (isOurs ? published.keys : undefined)
  const ofFile = isReaders ? file.logKeys.filter((key) => !isWitnessKey(key)) : file.logKeys
  const trust: Trust & { readonly logKeys: readonly NoteKey[] } = {
    ...(keys && { keys }),
    ...(given.pinnedKeys.length > 0 && { pinnedKeys: given.pinnedKeys }),
    isWitnessRequired: given.logKeys.length > 0,
    logKeys: [...(isOurs ? published.logKeys : ofFile), ...given.logKeys],
  }
  return { trust, keysFrom: isReaders ? ('reader' as const) : isOurs ? ('signet' as const) : ('file' as const) }
}

/** What a witness says whose key comes with the file: looked for apart, so that no other check leans on it. */
const cosignedByFile = async (file: ReceiptFile, trust: ReturnType<typeof trustOf>['trust']) => {
  const witnesses = file.logKeys.filter(isWitnessKey)
  if (trust.logKeys.some(isWitnessKey) || witnesses.length === 0) return undefined
  return verifyFile(file, { ...trust, logKeys: [...trust.logKeys, ...witnesses] })
}

/** What a file of the issuer tells beside the receipt: it may not have been in the log when that was made. */
const saysPending = ({ reply }: ReceiptFile): boolean => {
  const { log, logged } = (reply ?? {}) as {
    readonly log?: { readonly status?: unknown } | null
    readonly logged?: unknown
  }
  return logged === false || log?.status === 'pending'
}

const withPending = (check: Check, { file, isPending = saysPending(file) }: ToCheck): Check =>
  check.status === 'skipped' && file.evidence.proof === undefined && isPending
    ? { status: 'pending', detail: 'The receipt will be in the log within minutes' }
    : check

/** Checks a receipt with what is at hand. Nothing is sent and nobody is asked. */
export const checkReceipt = async (asked: ToCheck): Promise<ReceiptCheck> => {
  const { file, subject } = asked
  const { trust, keysFrom } = trustOf(asked)
  const verdict = await verifyFile(file, { ...trust, ...(subject && { subject }) })
  const log = withPending(verdict.checks.log, asked)
  const byFile = await cosignedByFile(file, trust)
  const hasKey = trust.logKeys.some(isWitnessKey)
  const rows = rowsOf({ ...verdict, checks: { ...verdict.checks, log } }, { hasKey, byFile })
  return { verdict, rows, keysFrom }
}

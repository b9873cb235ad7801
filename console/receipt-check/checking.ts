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
export { readKeys } from './read-keys.ts'

export interface LocalFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ReceiptCheck {
  readonly verdict: FileVerdict
  readonly rows: readonly CheckRow[]
  /** Source of the keys: this Signet, the user, or only the file. */
  readonly keysFrom: 'signet' | 'reader' | 'file'
}

export interface ToCheck {
  readonly file: ReceiptFile
  readonly subject?: Uint8Array | undefined
  readonly published: PublishedKeys
  readonly userKeys: TrustedKeys
  readonly origin: string
  readonly isPending?: boolean | undefined
}

export interface ReceiptWithSubject {
  readonly name: string
  readonly receipt: ReceiptFile
  readonly subject?: LocalFile
}

/**
 * Finds the receipt among files that were dropped together. Another file is its subject.
 * @throws ReceiptFileError of the first file if none is a receipt
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
  throw failure ?? new ReceiptFileError('No file was provided')
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
 * Keys of the user take precedence over published keys, and those over keys in the file. If keys are known, a witness
 * named only by the file does not count, because it could backdate a signature made with a stolen key.
 */
const trustOf = ({ file, published, userKeys, origin }: ToCheck) => {
  const isOurs = isOfSignet(saidBy(file), published, origin)
  const isReaders = userKeys.keys !== undefined || userKeys.pinnedKeys.length > 0
  const keys = userKeys.keys ?? (isOurs ? published.keys : undefined)
  const ofFile = isReaders ? file.logKeys.filter((key) => !isWitnessKey(key)) : file.logKeys
  const trust: Trust & { readonly logKeys: readonly NoteKey[] } = {
    ...(keys && { keys }),
    ...(userKeys.pinnedKeys.length > 0 && { pinnedKeys: userKeys.pinnedKeys }),
    isWitnessRequired: userKeys.logKeys.length > 0,
    logKeys: [...(isOurs ? published.logKeys : ofFile), ...userKeys.logKeys],
  }
  return { trust, keysFrom: isReaders ? ('reader' as const) : isOurs ? ('signet' as const) : ('file' as const) }
}

/**
 * Verifies the cosignature of a witness whose key is only in the file, separately so that no other check relies on it.
 */
const cosignedByFile = async (file: ReceiptFile, trust: ReturnType<typeof trustOf>['trust']) => {
  const witnesses = file.logKeys.filter(isWitnessKey)
  if (trust.logKeys.some(isWitnessKey) || witnesses.length === 0) return undefined
  return verifyFile(file, { ...trust, logKeys: [...trust.logKeys, ...witnesses] })
}

/** Returns whether the issuer's file says that the receipt was not in the log yet when the file was created. */
const saysPending = ({ reply }: ReceiptFile): boolean => {
  const { log, logged } = (reply ?? {}) as {
    readonly log?: { readonly status?: unknown } | null
    readonly logged?: unknown
  }
  return logged === false || log?.status === 'pending'
}

const withPending = (check: Check, { file, isPending = saysPending(file) }: ToCheck): Check =>
  check.status === 'skipped' && file.evidence.proof === undefined && isPending
    ? { status: 'pending', detail: 'The receipt will be added to the log within minutes' }
    : check

/** Verifies a receipt with local data, without a network request. */
export const checkReceipt = async (input: ToCheck): Promise<ReceiptCheck> => {
  const { file, subject } = input
  const { trust, keysFrom } = trustOf(input)
  const verdict = await verifyFile(file, { ...trust, ...(subject && { subject }) })
  const log = withPending(verdict.checks.log, input)
  const byFile = await cosignedByFile(file, trust)
  const hasKey = trust.logKeys.some(isWitnessKey)
  const rows = rowsOf({ ...verdict, checks: { ...verdict.checks, log } }, { hasKey, byFile })
  return { verdict, rows, keysFrom }
}

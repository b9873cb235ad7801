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
import { isIssuedHere, type PublishedKeys } from './published-keys.ts'
import type { TrustedKeys } from './trusted-keys.ts'

export { OPENSSL_COMMANDS, readJwks, readLogKeys } from '@signet/receipts'
export { readKeys } from './read-keys.ts'

export interface LocalFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ReceiptCheck {
  readonly verdict: FileVerdict
  readonly rows: readonly CheckRow[]
  /** Source of the keys: this Signet deployment, the user, or only the file. */
  readonly keySource: 'signet' | 'user' | 'file'
}

export interface ReceiptCheckInput {
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
export const findReceipt = (files: readonly LocalFile[]): ReceiptWithSubject => {
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

const issuerAndKeysOf = (file: ReceiptFile): { readonly issuer?: string; readonly kids: readonly string[] } => {
  try {
    const { body, signatures } = readEnvelope(file.evidence.envelope)
    return { issuer: readStatement(body).predicate.issuer, kids: signatures.map(({ keyid }) => keyid) }
  } catch {
    return { kids: [] }
  }
}

/**
 * Keys of the user take precedence over published keys, and published keys over keys in the file. If the user provides
 * keys, witness keys of the file are ignored, because such a witness could backdate a signature made with a stolen key.
 */
const trustOf = ({ file, published, userKeys, origin }: ReceiptCheckInput) => {
  const isOwnReceipt = isIssuedHere(issuerAndKeysOf(file), published, origin)
  const hasUserKeys = userKeys.keys !== undefined || userKeys.pinnedKeys.length > 0
  const keys = userKeys.keys ?? (isOwnReceipt ? published.keys : undefined)
  const fileLogKeys = hasUserKeys ? file.logKeys.filter((key) => !isWitnessKey(key)) : file.logKeys
  const trust: Trust & { readonly logKeys: readonly NoteKey[] } = {
    ...(keys && { keys }),
    ...(userKeys.pinnedKeys.length > 0 && { pinnedKeys: userKeys.pinnedKeys }),
    isWitnessRequired: userKeys.logKeys.length > 0,
    logKeys: [...(isOwnReceipt ? published.logKeys : fileLogKeys), ...userKeys.logKeys],
  }
  return { trust, keySource: hasUserKeys ? ('user' as const) : isOwnReceipt ? ('signet' as const) : ('file' as const) }
}

/**
 * Verifies the cosignature of a witness whose key is only in the file, separately so that no other check relies on it.
 */
const verifyWithFileWitnesses = async (file: ReceiptFile, trust: ReturnType<typeof trustOf>['trust']) => {
  const witnesses = file.logKeys.filter(isWitnessKey)
  if (trust.logKeys.some(isWitnessKey) || witnesses.length === 0) return undefined
  return verifyFile(file, { ...trust, logKeys: [...trust.logKeys, ...witnesses] })
}

/** Returns whether the issuer's file says that the receipt was not in the log yet when the file was created. */
const reportsPending = ({ reply }: ReceiptFile): boolean => {
  const { log, logged } = (reply ?? {}) as {
    readonly log?: { readonly status?: unknown } | null
    readonly logged?: unknown
  }
  return logged === false || log?.status === 'pending'
}

const withPending = (check: Check, { file, isPending = reportsPending(file) }: ReceiptCheckInput): Check =>
  check.status === 'skipped' && file.evidence.proof === undefined && isPending
    ? { status: 'pending', detail: 'The receipt will be added to the log within minutes' }
    : check

/** Verifies a receipt with local data, without a network request. */
export const checkReceipt = async (input: ReceiptCheckInput): Promise<ReceiptCheck> => {
  const { file, subject } = input
  const { trust, keySource } = trustOf(input)
  const verdict = await verifyFile(file, { ...trust, ...(subject && { subject }) })
  const log = withPending(verdict.checks.log, input)
  const withFileKeys = await verifyWithFileWitnesses(file, trust)
  const hasKey = trust.logKeys.some(isWitnessKey)
  const rows = rowsOf({ ...verdict, checks: { ...verdict.checks, log } }, { hasKey, withFileKeys })
  return { verdict, rows, keySource }
}

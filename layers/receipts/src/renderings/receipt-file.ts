import { readJwks } from '../jwks-format.ts'
import type { NoteKey } from '../log/note.ts'
import { parseVerifierKey } from '../log/note.ts'
import type { PublicKeyRecord } from '../public-keys.ts'
import { rawOfPem, thumbprint } from '../public-keys.ts'
import { isMembers } from '../statement-format.ts'
import type { Evidence } from '../verify/verify-receipt.ts'
import { KIT_FILES } from './offline-kit.ts'
import { envelopeOfBundle } from './sigstore-bundle.ts'
import { isZip, unzip } from './zip.ts'

const FILE_MAX = 4 * 1024 * 1024
const VKEYS_MAX = 64
const decoder = new TextDecoder('utf-8', { fatal: true })

export class ReceiptFileError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ReceiptFileError'
  }
}

/** A parsed receipt file. The keys in it prove nothing alone, because a forger can add keys. */
export interface ReceiptFile {
  readonly format: 'dsse' | 'sigstore' | 'verify' | 'kit'
  readonly evidence: Pick<Evidence, 'envelope' | 'publicClaims' | 'opening' | 'disclosures' | 'proof'>
  readonly keys: readonly PublicKeyRecord[]
  readonly logKeys: readonly NoteKey[]
  readonly reply?: Readonly<Record<string, unknown>>
}

type Files = Readonly<Record<string, Uint8Array>>

const jsonOf = (text: string, source: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new ReceiptFileError(`${source} is not valid JSON`)
  }
}

/** Reads log keys, one per line. @throws ReceiptFileError for a malformed line. */
export const readLogKeys = (text: string): readonly NoteKey[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  try {
    return lines.slice(0, VKEYS_MAX).map(parseVerifierKey)
  } catch (error) {
    throw new ReceiptFileError(`A key of the log is malformed: ${(error as Error).message}`)
  }
}

const optionalMember = (name: string, value: unknown): object =>
  value === undefined || value === null ? {} : { [name]: value }

/**
 * The PEM key must equal the key in the key set. Otherwise openssl and this library would verify with different keys.
 */
const requireOneKey = (pem: string, keys: readonly PublicKeyRecord[]): void => {
  const raw = rawOfPem(pem)
  if (!raw || keys.length !== 1 || keys[0]?.kid !== thumbprint(raw))
    throw new ReceiptFileError(`${KIT_FILES.key} and ${KIT_FILES.keys} do not contain the same key`)
}

const readKit = (files: Files): ReceiptFile => {
  const textOf = (name: string): string | undefined => {
    const bytes = files[name]
    return bytes && decoder.decode(bytes)
  }
  const parsedOf = (name: string): unknown => {
    const text = textOf(name)
    return text === undefined ? undefined : jsonOf(text, name)
  }
  const keys = readJwks(parsedOf(KIT_FILES.keys))
  requireOneKey(textOf(KIT_FILES.key) ?? '', keys)
  const envelope = parsedOf(KIT_FILES.envelope)
  const bundle = parsedOf(KIT_FILES.bundle)
  if (JSON.stringify(isMembers(bundle) ? envelopeOfBundle(bundle) : undefined) !== JSON.stringify(envelope))
    throw new ReceiptFileError(`${KIT_FILES.envelope} and ${KIT_FILES.bundle} do not contain the same receipt`)
  return {
    format: 'kit',
    evidence: {
      envelope,
      ...optionalMember('publicClaims', parsedOf(KIT_FILES.claims)),
      ...optionalMember('opening', parsedOf(KIT_FILES.opening)),
      ...optionalMember('disclosures', parsedOf(KIT_FILES.disclosures)),
      ...optionalMember('proof', textOf(KIT_FILES.proof)),
    },
    keys,
    logKeys: readLogKeys(textOf(KIT_FILES.logKeys) ?? ''),
  }
}

/** Reads a kit. Reports unexpected errors, such as text that is not UTF-8, as a `ReceiptFileError`. */
const readWholeKit = (files: Files): ReceiptFile => {
  try {
    return readKit(files)
  } catch (error) {
    throw error instanceof ReceiptFileError ? error : new ReceiptFileError('A file of the kit cannot be read')
  }
}

const readReply = (reply: Readonly<Record<string, unknown>>): ReceiptFile => {
  if (reply.envelope === null)
    throw new ReceiptFileError('The issuer does not publish envelopes of private receipts. Ask the owner for the file')
  const isPublic = reply.claimsVisibility === 'public'
  return {
    format: 'verify',
    evidence: {
      envelope: reply.envelope,
      ...optionalMember('publicClaims', reply.publicClaims ?? (isPublic ? reply.claims : undefined)),
      ...optionalMember('opening', reply.opening),
      ...optionalMember('disclosures', reply.disclosures),
      ...optionalMember('proof', reply.tlogProof),
    },
    keys: [],
    logKeys: [],
    reply,
  }
}

const readJson = (value: unknown): ReceiptFile => {
  if (!isMembers(value)) throw new ReceiptFileError('The file is not a receipt')
  const noKeys = { keys: [], logKeys: [] }
  if ('payload' in value) return { format: 'dsse', evidence: { envelope: value }, ...noKeys }
  if ('envelope' in value) return readReply(value)
  const envelope = 'dsseEnvelope' in value ? envelopeOfBundle(value) : undefined
  if (envelope === undefined) throw new ReceiptFileError('The file is not a receipt')
  return { format: 'sigstore', evidence: { envelope }, ...noKeys }
}

/**
 * Reads a receipt in any of its formats: `.json`, `.dsse.json`, `.sigstore.json`, or the kit.
 * @throws ReceiptFileError for any other file.
 */
export const readReceiptFile = (bytes: Uint8Array): ReceiptFile => {
  if (bytes.length > FILE_MAX) throw new ReceiptFileError(`A file can have at most ${FILE_MAX} bytes`)
  if (isZip(bytes)) {
    const files = unzip(bytes)
    if (!files) throw new ReceiptFileError('The kit was changed or repacked. Use the kit as it was downloaded')
    return readWholeKit(files)
  }
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new ReceiptFileError('The file is neither a kit nor text')
  }
  return readJson(jsonOf(text, 'The file'))
}

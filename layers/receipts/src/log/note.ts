import { bytesOfBase64, toBase64 } from '../base64.ts'
import { concat } from '../concat.ts'
import { sha256 } from '../digest/index.ts'
import { isSignedBy } from '../ed25519.ts'
import { toHex } from '../hex.ts'

/**
 * Type of a key. `ed25519` signs plain notes; `cosignature` signs checkpoints together with the time of the
 * cosignature.
 */
export type NoteKeyType = 'ed25519' | 'cosignature'

const TYPE_BYTES: Readonly<Record<NoteKeyType, number>> = { ed25519: 0x01, cosignature: 0x04 }

/** A public key that verifies notes (c2sp.org/signed-note). */
export interface NoteKey {
  /** By convention a URL without the scheme. */
  readonly name: string
  readonly type: NoteKeyType
  /** Ed25519 key, 32 bytes. */
  readonly publicKey: Uint8Array
}

/** Returns whether a key belongs to a witness, which cosigns logs but does not run one. */
export const isWitnessKey = ({ type }: NoteKey): boolean => type === 'cosignature'

/** Signs bytes with an Ed25519 key and returns 64 bytes. */
export type SignBytes = (message: Uint8Array) => Promise<Uint8Array>

export interface NoteSignature {
  readonly name: string
  /** The first four bytes of the digest of name, type and key. */
  readonly id: Uint8Array
  readonly signature: Uint8Array
}

export interface Note {
  /** Ends with a newline. */
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

const NOTE_MAX = 64 * 1024
const SIGNATURES_MAX = 32
const DASH = '— '

const utf8 = new TextEncoder()

export class NoteError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoteError'
  }
}

const isName = (name: string): boolean => name !== '' && !/[\s+\p{White_Space}]/u.test(name)

/** Returns the first four bytes of SHA-256(name || 0x0A || type || public key). */
export const noteKeyId = ({ name, type, publicKey }: NoteKey): Uint8Array =>
  sha256(concat([utf8.encode(`${name}\n`), Uint8Array.of(TYPE_BYTES[type]), publicKey])).slice(0, 4)

/** Encodes a key as `name+id+base64(type || key)`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${toHex(noteKeyId(key))}+${toBase64(concat([Uint8Array.of(TYPE_BYTES[key.type]), key.publicKey]))}`

/** @throws NoteError for a line that is not a key of either type, or has the wrong ID. */
export const parseVerifierKey = (line: string): NoteKey => {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? []
  const bytes = bytesOfBase64(encoded)
  const type = (['ed25519', 'cosignature'] as const).find((each) => TYPE_BYTES[each] === bytes?.[0])
  if (!isName(name) || !bytes || !type || bytes.length !== 33)
    throw new NoteError('The verifier key is not an Ed25519 key in the form name+id+base64')
  const key: NoteKey = { name, type, publicKey: bytes.slice(1) }
  if (toHex(noteKeyId(key)) !== id) throw new NoteError(`The ID of the verifier key of ${name} does not match the key`)
  return key
}

const requireText = (text: string): void => {
  if (!text.endsWith('\n')) throw new NoteError('The text of a note must end with a newline')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a note must not contain them
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) throw new NoteError('A note must not contain control characters')
}

export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `${DASH}${name} ${toBase64(concat([id, signature]))}\n`

export const noteText = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`

/**
 * Signs a text that ends with a newline, with one key.
 * @throws NoteError for a text or a name that a note cannot contain.
 */
export const signNote = async (
  text: string,
  { name, publicKey, sign }: { readonly name: string; readonly publicKey: Uint8Array; readonly sign: SignBytes },
): Promise<Note> => {
  requireText(text)
  if (!isName(name)) throw new NoteError(`"${name}" is not a valid key name: it contains spaces or a plus, or is empty`)
  const signature = await sign(utf8.encode(text))
  return { text, signatures: [{ name, id: noteKeyId({ name, type: 'ed25519', publicKey }), signature }] }
}

const parseSignature = (line: string): NoteSignature => {
  const [, name = '', encoded = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? []
  const bytes = bytesOfBase64(encoded)
  if (!isName(name) || !bytes || bytes.length < 5) throw new NoteError('A signature line is malformed')
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/**
 * Parses a note. Do not trust its content before a signature is verified.
 * @throws NoteError for anything other than a note of at most 64 KiB and 32 signatures.
 */
export const parseNote = (note: string): Note => {
  if (note.length > NOTE_MAX) throw new NoteError('The note is too long')
  const at = note.lastIndexOf('\n\n')
  const lines = at === -1 ? [] : note.slice(at + 2).split('\n')
  if (lines.pop() !== '' || lines.length === 0) throw new NoteError('The note has no signature')
  if (lines.length > SIGNATURES_MAX) throw new NoteError('The note has too many signatures')
  const text = note.slice(0, at + 1)
  requireText(text)
  return { text, signatures: lines.map(parseSignature) }
}

const isSignatureOf = (key: NoteKey, { name, id }: NoteSignature): boolean => {
  const keyId = noteKeyId(key)
  return name === key.name && keyId.every((byte, at) => byte === id[at])
}

/** Returns the signatures of a note with the name and ID of a key, without verifying them. */
export const signaturesOf = ({ signatures }: Note, key: NoteKey): readonly NoteSignature[] =>
  signatures.filter((signature) => isSignatureOf(key, signature))

/**
 * Returns the keys that have signed the note. Ignores signatures of other keys; an invalid signature of a known key
 * invalidates the note (c2sp.org/signed-note). Witness keys are handled by `cosignaturesOn`.
 */
export const signersOf = async (note: Note, keys: readonly NoteKey[]): Promise<readonly NoteKey[]> => {
  const signers: NoteKey[] = []
  for (const key of keys.filter(({ type }) => type === 'ed25519')) {
    const signatures = signaturesOf(note, key)
    const message = utf8.encode(note.text)
    const results = await Promise.all(signatures.map(({ signature }) => isSignedBy(key.publicKey, message, signature)))
    if (results.includes(false)) return []
    if (results.length > 0) signers.push(key)
  }
  return signers
}

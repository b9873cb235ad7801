import { bytesOfBase64, toBase64 } from '../base64.ts'
import { concat } from '../concat.ts'
import { sha256 } from '../digest/index.ts'
import { isSignedBy } from '../ed25519.ts'
import { toHex } from '../hex.ts'

/** What a key signs: notes as they are, or checkpoints with the time at which a witness saw them. */
export type NoteKeyType = 'ed25519' | 'cosignature'

const TYPE_BYTES: Readonly<Record<NoteKeyType, number>> = { ed25519: 0x01, cosignature: 0x04 }

/** A key that notes are checked with (c2sp.org/signed-note). */
export interface NoteKey {
  /** An address without scheme, by convention. */
  readonly name: string
  readonly type: NoteKeyType
  /** 32 bytes, Ed25519. */
  readonly publicKey: Uint8Array
}

/** Whether a key is that of a witness, which cosigns logs and keeps none. */
export const isWitnessKey = ({ type }: NoteKey): boolean => type === 'cosignature'

/** Signs bytes with an Ed25519 key: 64 bytes. */
export type SignBytes = (message: Uint8Array) => Promise<Uint8Array>

export interface NoteSignature {
  readonly name: string
  /** The first four bytes of the digest of name, type and key. */
  readonly id: Uint8Array
  readonly signature: Uint8Array
}

export interface Note {
  /** Ends with a new line. */
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

/** SHA-256(name || 0x0A || type || public key), the first four bytes. */
export const noteKeyId = ({ name, type, publicKey }: NoteKey): Uint8Array =>
  sha256(concat([utf8.encode(`${name}\n`), Uint8Array.of(TYPE_BYTES[type]), publicKey])).slice(0, 4)

/** The key as a line of text: `name+id+base64(type || key)`. */
export const verifierKey = (key: NoteKey): string =>
  `${key.name}+${toHex(noteKeyId(key))}+${toBase64(concat([Uint8Array.of(TYPE_BYTES[key.type]), key.publicKey]))}`

/** @throws NoteError for a line that is no key of either type, or whose id is another's. */
export const parseVerifierKey = (line: string): NoteKey => {
  const [, name = '', id, encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(line.trim()) ?? []
  const bytes = bytesOfBase64(encoded)
  const type = (['ed25519', 'cosignature'] as const).find((each) => TYPE_BYTES[each] === bytes?.[0])
  if (!isName(name) || !bytes || !type || bytes.length !== 33)
    throw new NoteError('That is no verifier key of Ed25519: name+id+base64')
  const key: NoteKey = { name, type, publicKey: bytes.slice(1) }
  if (toHex(noteKeyId(key)) !== id) throw new NoteError(`The id of the verifier key of ${name} is that of another key`)
  return key
}

const requireText = (text: string): void => {
  if (!text.endsWith('\n')) throw new NoteError('The text of a note ends with a new line')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what a note may not hold
  if (/[\u0000-\u0009\u000b-\u001f]/.test(text)) throw new NoteError('A note holds no control characters')
}

export const signatureLine = ({ name, id, signature }: NoteSignature): string =>
  `${DASH}${name} ${toBase64(concat([id, signature]))}\n`

export const noteText = ({ text, signatures }: Note): string => `${text}\n${signatures.map(signatureLine).join('')}`

/**
 * Signs a text, which ends with a new line, by one key.
 * @throws NoteError for a text or a name that notes cannot hold.
 */
export const signNote = async (
  text: string,
  { name, publicKey, sign }: { readonly name: string; readonly publicKey: Uint8Array; readonly sign: SignBytes },
): Promise<Note> => {
  requireText(text)
  if (!isName(name)) throw new NoteError(`"${name}" cannot name a key: it has spaces or a plus, or is empty`)
  const signature = await sign(utf8.encode(text))
  return { text, signatures: [{ name, id: noteKeyId({ name, type: 'ed25519', publicKey }), signature }] }
}

const parseSignature = (line: string): NoteSignature => {
  const [, name = '', encoded = ''] = /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? []
  const bytes = bytesOfBase64(encoded)
  if (!isName(name) || !bytes || bytes.length < 5) throw new NoteError('A line of a signature is malformed')
  return { name, id: bytes.slice(0, 4), signature: bytes.slice(4) }
}

/**
 * Takes a note apart. Nothing in it may be trusted before a signature was checked.
 * @throws NoteError for anything else than a note of at most 64 KiB and 32 signatures.
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

const isOf = (key: NoteKey, { name, id }: NoteSignature): boolean => {
  const keyId = noteKeyId(key)
  return name === key.name && keyId.every((byte, at) => byte === id[at])
}

/** The signatures of a note that a key has made, or claims to have made. */
export const signaturesOf = ({ signatures }: Note, key: NoteKey): readonly NoteSignature[] =>
  signatures.filter((each) => isOf(key, each))

/**
 * Which of these keys have signed the note. Signatures of other keys are ignored; one of a known key that is wrong spoils
 * the note (c2sp.org/signed-note). Keys of witnesses are no matter of this: `cosignaturesOn`.
 */
export const signersOf = async (note: Note, keys: readonly NoteKey[]): Promise<readonly NoteKey[]> => {
  const signers: NoteKey[] = []
  for (const key of keys.filter(({ type }) => type === 'ed25519')) {
    const signatures = signaturesOf(note, key)
    const message = utf8.encode(note.text)
    const are = await Promise.all(signatures.map(({ signature }) => isSignedBy(key.publicKey, message, signature)))
    if (are.includes(false)) return []
    if (are.length > 0) signers.push(key)
  }
  return signers
}

import { isSignedBy } from '../ed25519.ts'
import {
  isWitnessKey,
  type Note,
  type NoteKey,
  type NoteSignature,
  noteKeyId,
  type SignBytes,
  signaturesOf,
} from './note.ts'

/** Statement of a witness that a checkpoint is consistent with all earlier ones it saw (c2sp.org/tlog-cosignature). */
export interface Cosignature {
  readonly name: string
  readonly at: Date
}

const utf8 = new TextEncoder()
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64
/** Maximum of `Date` in seconds, in the year 275760. */
const SECONDS_MAX = 8_640_000_000_000

const messageOf = (seconds: number, text: string): Uint8Array => utf8.encode(`cosignature/v1\ntime ${seconds}\n${text}`)

/** Cosigns the text of a checkpoint at a time with a resolution of one second. */
export const cosign = async (
  text: string,
  at: Date,
  { name, publicKey, sign }: { readonly name: string; readonly publicKey: Uint8Array; readonly sign: SignBytes },
): Promise<NoteSignature> => {
  const seconds = Math.floor(at.getTime() / 1_000)
  const signature = new Uint8Array(TIME_BYTES + SIGNATURE_BYTES)
  new DataView(signature.buffer).setBigUint64(0, BigInt(seconds))
  signature.set(await sign(messageOf(seconds, text)), TIME_BYTES)
  return { name, id: noteKeyId({ name, type: 'cosignature', publicKey }), signature }
}

const timeOf = (signature: Uint8Array): number | undefined => {
  if (signature.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined
  const seconds = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0)
  return seconds <= SECONDS_MAX ? Number(seconds) : undefined
}

const verifyCosignature = async (
  { text }: Note,
  key: NoteKey,
  { signature }: NoteSignature,
): Promise<Cosignature | undefined> => {
  const seconds = timeOf(signature)
  if (seconds === undefined) return undefined
  const isValid = await isSignedBy(key.publicKey, messageOf(seconds, text), signature.slice(TIME_BYTES))
  return isValid ? { name: key.name, at: new Date(seconds * 1_000) } : undefined
}

/** Returns the valid cosignatures of these witnesses. Ignores other witnesses and invalid signatures. */
export const cosignaturesOn = async (note: Note, witnesses: readonly NoteKey[]): Promise<readonly Cosignature[]> => {
  const cosignatures = await Promise.all(
    witnesses
      .filter(isWitnessKey)
      .flatMap((key) => signaturesOf(note, key).map((signature) => verifyCosignature(note, key, signature))),
  )
  return cosignatures.filter((cosignature) => cosignature !== undefined)
}

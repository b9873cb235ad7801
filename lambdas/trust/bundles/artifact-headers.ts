import { Buffer } from 'node:buffer'
import { type ArtifactType, declaredType, displayName, excerpt, isMediaType } from '@signet/artifacts'
import type { FieldError, RequestOf } from '@signet/contracts'
import { invalidInput, Refusal, refusal } from '@signet/kernel'
import type { putArtifact } from '../contract/bundles.ts'
import type { NewArtifact } from './store-artifact.ts'

type UnknownType = Refusal<'unsupported_media_type'>

export type ArtifactDescription = Pick<NewArtifact, 'type' | 'displayName' | 'excerpt' | 'signed' | 'access'>

/** @throws Refusal 400 `invalid_input` for a missing or malformed media type. */
const typeOf = (header: string | undefined): ArtifactType | UnknownType => {
  if (header === undefined || !isMediaType(header))
    throw invalidInput([{ field: 'content-type', message: 'must be the media type of the bytes' }])
  const type = declaredType(header)
  if (type) return type
  const extras = { rule: 'content_type' }
  return refusal('unsupported_media_type', 'The Content-Type header, or one of its parameters, is not supported', {
    extras,
  })
}

/**
 * Returns the artifact that valid headers describe. `others`: further errors to report.
 * @throws Refusal 400 `invalid_input` that lists all errors
 */
export const descriptionOf = (
  headers: RequestOf<typeof putArtifact>['headers'],
  otherFaults: readonly FieldError[] = [],
): ArtifactDescription | UnknownType => {
  const name = displayName(headers['x-display-name'])
  const text = excerpt(headers['x-excerpt'])
  const faults = [
    ...(name.ok ? [] : [{ field: 'x-display-name', message: name.message }]),
    ...(text.ok ? [] : [{ field: 'x-excerpt', message: text.message }]),
    ...otherFaults,
  ]
  const type = typeOf(headers['content-type'])
  if (!name.ok || !text.ok || faults.length > 0) throw invalidInput(faults)
  if (type instanceof Refusal) return type
  return {
    type,
    displayName: name.text,
    excerpt: text.text,
    signed: headers['x-signed'] === 'true' ? 1 : 0,
    access: headers['x-access'],
  }
}

/**
 * Replacement character that a gateway inserts for invalid UTF-8 when it passes a body on as text. Only JSON is passed
 * on as text.
 */
const LOST = '\ufffd'

export const damageOf = (type: ArtifactType, bytes: Uint8Array): UnknownType | undefined => {
  const isDamaged =
    type === 'application/json' && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(LOST)
  if (!isDamaged) return undefined
  const sentence = String.raw`The bytes are not UTF-8, or contain U+FFFD: write it as \ufffd`
  return refusal('unsupported_media_type', sentence, { extras: { rule: 'utf8' } })
}

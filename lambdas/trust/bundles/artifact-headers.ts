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
 * Returns the description in the headers. `otherFaults`: further errors to report.
 * @throws Refusal 400 `invalid_input` that lists all errors
 */
export const descriptionOf = (
  headers: RequestOf<typeof putArtifact>['headers'],
  otherFaults: readonly FieldError[] = [],
): ArtifactDescription | UnknownType => {
  const nameResult = displayName(headers['x-display-name'])
  const excerptResult = excerpt(headers['x-excerpt'])
  const fieldErrors = [
    ...(nameResult.ok ? [] : [{ field: 'x-display-name', message: nameResult.message }]),
    ...(excerptResult.ok ? [] : [{ field: 'x-excerpt', message: excerptResult.message }]),
    ...otherFaults,
  ]
  const type = typeOf(headers['content-type'])
  if (!nameResult.ok || !excerptResult.ok || fieldErrors.length > 0) throw invalidInput(fieldErrors)
  if (type instanceof Refusal) return type
  return {
    type,
    displayName: nameResult.text,
    excerpt: excerptResult.text,
    signed: headers['x-signed'] === 'true' ? 1 : 0,
    access: headers['x-access'],
  }
}

/**
 * The gateway replaces invalid UTF-8 with this character when it forwards a body as text. Only JSON is forwarded as
 * text.
 */
const REPLACEMENT_CHARACTER = '\ufffd'

export const encodingRefusal = (type: ArtifactType, bytes: Uint8Array): UnknownType | undefined => {
  const hasReplacement =
    type === 'application/json' &&
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(REPLACEMENT_CHARACTER)
  if (!hasReplacement) return undefined
  const message = String.raw`The bytes are not UTF-8, or contain U+FFFD. Write U+FFFD as \ufffd`
  return refusal('unsupported_media_type', message, { extras: { rule: 'utf8' } })
}

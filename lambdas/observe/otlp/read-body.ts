import { gunzipSync } from 'node:zlib'
import { invalidInput, payloadTooLarge, unsupportedMediaType } from '@signet/kernel'
import { INFLATED_BYTES } from '../contract/otlp.ts'

interface Headers {
  readonly 'content-type'?: string | undefined
  readonly 'content-encoding'?: string | undefined
}

export type Format = 'json' | 'protobuf'

export const OTLP_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
}

export const formatOf = ({ 'content-type': type }: Headers): Format =>
  type?.toLowerCase().startsWith('application/x-protobuf') ? 'protobuf' : 'json'

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'

/**
 * Decompresses the body up to the limit, because a small body can expand to gigabytes.
 * @throws Refusal 413 `payload_too_large`, 400 `invalid_input` for invalid gzip, 415 `unsupported_media_type` for
 * another encoding.
 */
export const decompressBody = (body: Uint8Array | undefined, headers: Headers): Uint8Array => {
  const bytes = body ?? new Uint8Array()
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity'
  if (encoding === 'identity') return bytes
  if (encoding !== 'gzip')
    throw unsupportedMediaType(
      `content-encoding ${encoding}`,
      'application/json or application/x-protobuf, uncompressed or gzip',
    )
  try {
    return gunzipSync(bytes, { maxOutputLength: INFLATED_BYTES })
  } catch (error) {
    if (isTooLarge(error)) throw payloadTooLarge(INFLATED_BYTES, 'The decompressed body')
    throw invalidInput([{ field: 'body', message: 'must be gzip, because content-encoding is gzip' }])
  }
}

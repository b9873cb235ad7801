import { type Buffer, isUtf8 } from 'node:buffer'
import { faultOfJson } from './json/scan-json.ts'
import { type ArtifactVerdict, acceptance, refusal } from './verdict.ts'

/**
 * JSON, JSON-LD and JSON Schema alike (RFC 8259): strict UTF-8 without byte order mark, an object or an array, at most 64 brackets
 * deep, and no name twice in an object, however it is written.
 */
export const checkJson = (bytes: Buffer): ArtifactVerdict => {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  if (hasMark) return refusal('json_bom', 'a byte order mark stands before the JSON')
  if (!isUtf8(bytes)) return refusal('utf8', 'the bytes are not UTF-8')
  return faultOfJson(bytes) ?? acceptance()
}

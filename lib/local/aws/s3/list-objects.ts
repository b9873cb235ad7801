import { AwsError } from '../aws-error.ts'
import type { ObjectRecord } from './object-index.ts'
import { quoted, type S3Call, type S3Deps, sendXml } from './s3-request.ts'

const MAX_KEYS = 1000
/** Number of index rows that are read at once. */
const ROWS_PER_READ = 256
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * Walks the keys in order. Keys that share a prefix up to the delimiter count as one and are skipped together. `next`
 * is the last key or common prefix of the page if more follow.
 */
const listPage = (
  { index }: S3Deps,
  bucket: string,
  prefix: string,
  delimiter: string,
  after: string,
  maxKeys: number,
) => {
  const objects: ObjectRecord[] = []
  const prefixes: string[] = []
  let cursor = after
  let lastReturned = after
  while (maxKeys > 0) {
    const rows = index.list(bucket, cursor, prefix, ROWS_PER_READ)
    if (rows.length === 0) return { objects, prefixes, next: undefined }
    for (const row of rows) {
      if (!row.key.startsWith(prefix)) return { objects, prefixes, next: undefined }
      if (objects.length + prefixes.length === maxKeys) return { objects, prefixes, next: lastReturned }
      const delimiterIndex = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length)
      if (delimiterIndex === -1) {
        objects.push(row)
        cursor = row.key
        lastReturned = row.key
        continue
      }
      const commonPrefix = row.key.slice(0, delimiterIndex + delimiter.length)
      cursor = commonPrefix + LAST_CHARACTER
      if (commonPrefix !== after) prefixes.push(commonPrefix)
      lastReturned = commonPrefix
      break
    }
  }
  return { objects, prefixes, next: undefined }
}

const maxKeysOf = (text: string | null): number => {
  const number = Number(text ?? MAX_KEYS)
  if (!Number.isInteger(number) || number < 0)
    throw new AwsError('InvalidArgument', 'max-keys must be an integer from 0 to 2147483647.')
  return Math.min(number, MAX_KEYS)
}

const tokenOf = (key: string): string => Buffer.from(key, 'utf8').toString('base64url')
const keyOfToken = (token: string): string => Buffer.from(token, 'base64url').toString('utf8')

/** ListObjectsV2, or ListObjects if list-type is absent. */
export const listObjects = (deps: S3Deps, call: S3Call): void => {
  const { bucket, query } = call
  const isV2 = query.get('list-type') === '2'
  const token = query.get('continuation-token')
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter') ?? ''
  const start = isV2
    ? token === null
      ? (query.get('start-after') ?? '')
      : keyOfToken(token)
    : (query.get('marker') ?? '')
  const maxKeys = maxKeysOf(query.get('max-keys'))
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text
  // A page that ended on a common prefix continues after all its keys.
  const after =
    delimiter !== '' && start.endsWith(delimiter) && start.length > prefix.length ? start + LAST_CHARACTER : start
  const { objects, prefixes, next } = listPage(deps, bucket, prefix, delimiter, after, maxKeys)
  sendXml(call, 'ListBucketResult', {
    Name: bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? undefined : encode(delimiter),
    MaxKeys: maxKeys,
    EncodingType: query.get('encoding-type') ?? undefined,
    IsTruncated: next !== undefined,
    ...(isV2
      ? {
          KeyCount: objects.length + prefixes.length,
          ContinuationToken: token ?? undefined,
          NextContinuationToken: next === undefined ? undefined : tokenOf(next),
          StartAfter: query.get('start-after') ?? undefined,
        }
      : { Marker: encode(start), NextMarker: next === undefined ? undefined : encode(next) }),
    Contents: objects.map((object) => ({
      Key: encode(object.key),
      LastModified: new Date(object.modified).toISOString(),
      ETag: quoted(object.etag),
      Size: object.size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: prefixes.map((common) => ({ Prefix: encode(common) })),
  })
}

import type { BucketCall } from './bucket-call.ts'

export interface ObjectFacts {
  readonly contentType: string | undefined
  readonly etag: string
  readonly lastModified: Date | undefined
  /** Bytes of the whole object. */
  readonly size: number
  /** Stored metadata, with lower-case names. */
  readonly metadata: Readonly<Record<string, string>>
}

export const METADATA_PREFIX = 'x-amz-meta-'

const metadataOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => name.startsWith(METADATA_PREFIX))
      .map(([name, value]) => [name.slice(METADATA_PREFIX.length), value]),
  )

export const factsOf = ({ headers }: Response): ObjectFacts => {
  const lastModified = headers.get('last-modified')
  const totalSize = headers.get('content-range')?.split('/')[1] ?? headers.get('content-length')
  return {
    contentType: headers.get('content-type') ?? undefined,
    etag: headers.get('etag') ?? '',
    lastModified: lastModified === null ? undefined : new Date(lastModified),
    size: Number(totalSize),
    metadata: metadataOf(headers),
  }
}

export const headObject =
  (call: BucketCall) =>
  async (key: string): Promise<ObjectFacts | undefined> => {
    const response = await call('HEAD', key, {}, [404])
    return response.ok ? factsOf(response) : undefined
  }

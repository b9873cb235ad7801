import { type BucketCall, type BucketConnection, bucketCall, drain } from './bucket-call.ts'
import { xmlElements, xmlTexts } from './xml-texts.ts'

export interface UploadedPart {
  readonly number: number
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

export interface PartAddress {
  readonly number: number
  /** Exact length. S3 rejects a part of another length, because stored bytes are charged. */
  readonly bytes: number
  readonly validSeconds: number
}

export interface PartUploads {
  /** Creates an upload and returns its id at S3. */
  create(key: string): Promise<string>
  /** Returns a URL to PUT a part of exactly this length. Every holder of the URL can use it until it expires. */
  partUrl(key: string, id: string, part: PartAddress): Promise<string>
  /** Stores a part from the service itself and returns its ETag. */
  putPart(key: string, id: string, number: number, body: Uint8Array): Promise<string>
  part(key: string, id: string, number: number): Promise<UploadedPart | undefined>
  /** Returns all parts in order; undefined if the upload does not exist at S3, because it was completed or aborted. */
  parts(key: string, id: string): Promise<readonly UploadedPart[] | undefined>
  /** Joins the parts into the object. False if the upload no longer exists at S3. */
  complete(key: string, id: string, parts: readonly Pick<UploadedPart, 'number' | 'etag'>[]): Promise<boolean>
  /** Aborts the upload and removes its parts. Ignores an upload that does not exist. */
  abort(key: string, id: string): Promise<void>
}

const textOfElement = (document: string, name: string): string => xmlTexts(document, name)[0] ?? ''

const partsOf = (document: string): readonly UploadedPart[] =>
  xmlElements(document, 'Part').map((part) => ({
    number: Number(textOfElement(part, 'PartNumber')),
    etag: textOfElement(part, 'ETag'),
    size: Number(textOfElement(part, 'Size')),
  }))

const withQuery = (key: string, query: Readonly<Record<string, string>>) => `${key}?${new URLSearchParams(query)}`

const listOperations = (call: BucketCall): Pick<PartUploads, 'part' | 'parts'> => ({
  async part(key, id, number) {
    const query = { uploadId: id, 'part-number-marker': String(number - 1), 'max-parts': '1' }
    const document = await (await call('GET', withQuery(key, query), {}, [404])).text()
    return partsOf(document).find((part) => part.number === number)
  },
  async parts(key, id) {
    const allParts: UploadedPart[] = []
    for (let marker = '0'; ; ) {
      const response = await call('GET', withQuery(key, { uploadId: id, 'part-number-marker': marker }), {}, [404])
      const document = await response.text()
      if (!response.ok) return undefined
      allParts.push(...partsOf(document))
      if (textOfElement(document, 'IsTruncated') !== 'true') return allParts
      marker = textOfElement(document, 'NextPartNumberMarker')
    }
  },
})

/** Joining thousands of parts takes minutes (CompleteMultipartUpload, API reference). */
const COMPLETE_TIMEOUT_MS = 300_000

export const partUploads = (connection: BucketConnection): PartUploads => {
  const call = bucketCall(connection)
  return {
    ...listOperations(call),
    async create(key) {
      return textOfElement(await (await call('POST', `${key}?uploads=`)).text(), 'UploadId')
    },
    async partUrl(key, id, { number, bytes, validSeconds }) {
      const query = { partNumber: String(number), uploadId: id, 'X-Amz-Expires': String(validSeconds) }
      return connection.signUrl('PUT', `${connection.baseUrl}/${withQuery(key, query)}`, {
        'content-length': String(bytes),
      })
    },
    async putPart(key, id, number, body) {
      const init = { body: body as Uint8Array<ArrayBuffer> }
      const response = await call('PUT', withQuery(key, { partNumber: String(number), uploadId: id }), init)
      await drain(response)
      return response.headers.get('etag') ?? ''
    },
    async complete(key, id, parts) {
      const partElements = parts.map(
        ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
      )
      const body = `<CompleteMultipartUpload>${partElements.join('')}</CompleteMultipartUpload>`
      const headers = { 'content-type': 'application/xml' }
      const response = await call(
        'POST',
        withQuery(key, { uploadId: id }),
        { body, headers, timeoutMs: COMPLETE_TIMEOUT_MS },
        [404],
      )
      const text = await response.text()
      // S3 may send status 200 before the outcome is known (CompleteMultipartUpload, API reference).
      if (text.includes('<Error>') && response.ok) throw new Error(`S3 did not complete ${key}: ${text.slice(0, 500)}`)
      return response.ok
    },
    async abort(key, id) {
      await drain(await call('DELETE', withQuery(key, { uploadId: id }), {}, [404]))
    },
  }
}

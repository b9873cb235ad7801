import type { BucketConnection } from './bucket-call.ts'

export interface UploadOptions {
  /** The exact length: S3 refuses any other. */
  readonly bytes: number
  readonly validSeconds: number
}

/** An address at which whoever has it may store one object for a time, once (PutObject, API reference), and the headers to send. */
export const uploadUrl =
  ({ signUrl, baseUrl }: Pick<BucketConnection, 'signUrl' | 'baseUrl'>) =>
  async (key: string, { bytes, validSeconds }: UploadOptions) => {
    const headers = { 'content-length': String(bytes), 'if-none-match': '*' }
    const url = await signUrl('PUT', `${baseUrl}/${key}?X-Amz-Expires=${validSeconds}`, headers)
    return { url, headers }
  }

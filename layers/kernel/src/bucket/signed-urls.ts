import type { BucketConnection } from './bucket-call.ts'

export interface DownloadOptions {
  readonly validSeconds: number
  /** File name in the browser: letters, digits, hyphens and dots. */
  readonly fileName: string
}

/** Returns a URL from which every holder can download a ZIP file until it expires (GetObject, API reference). */
export const downloadUrl =
  ({ signUrl, baseUrl }: Pick<BucketConnection, 'signUrl' | 'baseUrl'>) =>
  (key: string, { validSeconds, fileName }: DownloadOptions): Promise<string> => {
    const query = new URLSearchParams({
      'X-Amz-Expires': String(validSeconds),
      'response-content-disposition': `attachment; filename="${fileName}"`,
      'response-content-type': 'application/zip',
    })
    return signUrl('GET', `${baseUrl}/${key}?${query}`)
  }

export interface UploadOptions {
  /** The exact length: S3 rejects any other. */
  readonly bytes: number
  readonly validSeconds: number
}

/**
 * Returns a URL at which every holder can store one object once until it expires (PutObject, API reference), and the
 * headers to send.
 */
export const uploadUrl =
  ({ signUrl, baseUrl }: Pick<BucketConnection, 'signUrl' | 'baseUrl'>) =>
  async (key: string, { bytes, validSeconds }: UploadOptions) => {
    const headers = { 'content-length': String(bytes), 'if-none-match': '*' }
    const url = await signUrl('PUT', `${baseUrl}/${key}?X-Amz-Expires=${validSeconds}`, headers)
    return { url, headers }
  }

import type { Buffer } from 'node:buffer'
import type { SegmentBucket } from '../../index/index.ts'

export interface ArchiveObjects {
  put(key: string, body: Uint8Array): Promise<void>
  /** Returns the object or the bytes from `start` (inclusive) to `end` (exclusive); undefined if it does not exist. */
  read(
    key: string,
    options?: { readonly range?: { readonly start: number; readonly end: number } },
  ): Promise<Buffer | undefined>
  remove(keys: readonly string[]): Promise<void>
}

/** Encodes a workspace or an id as a part of an object key, because it may contain any character. */
export const keyPart = (text: string): string => encodeURIComponent(text).replaceAll('~', '%7E').replaceAll('%', '~')

export const segmentBucket = (bucket: ArchiveObjects): SegmentBucket => ({
  keysOf: (workspace, segment) => ({
    resident: `segments/${keyPart(workspace)}/${segment}.index`,
    texts: `segments/${keyPart(workspace)}/${segment}.texts`,
  }),
  put: (key, bytes) => bucket.put(key, bytes),
  read: (key) => bucket.read(key),
  range: (key, start, end) => bucket.read(key, { range: { start, end } }),
  remove: (keys) => bucket.remove(keys),
})

import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'

export interface Blob {
  readonly id: string
  /** Bytes. */
  readonly size: number
  /** Hexadecimal. */
  readonly md5: string
  /** Base64, as in x-amz-checksum-crc32. */
  readonly crc32: string
  /** Base64, as in x-amz-checksum-sha256. */
  readonly sha256: string
}

export type BlobFiles = ReturnType<typeof blobFiles>

/**
 * Stores immutable files with random names. An object refers to its file only after all bytes are on disk, so readers
 * never see a partial object, even after a crash.
 */
export const blobFiles = (dir: string) => {
  mkdirSync(dir, { recursive: true })
  const pathOf = (id: string) => join(dir, id.slice(0, 2), id)
  return {
    async write(source: AsyncIterable<Buffer>): Promise<Blob> {
      const id = randomUUID()
      await mkdir(join(dir, id.slice(0, 2)), { recursive: true })
      const md5 = createHash('md5')
      const sha256 = createHash('sha256')
      let crc = 0
      let size = 0
      const file = await open(pathOf(id), 'wx')
      try {
        for await (const chunk of source) {
          md5.update(chunk)
          sha256.update(chunk)
          crc = crc32(chunk, crc)
          size += chunk.length
          await file.write(chunk)
        }
      } catch (error) {
        await rm(pathOf(id), { force: true })
        throw error
      } finally {
        await file.close()
      }
      const crcBytes = Buffer.alloc(4)
      crcBytes.writeUInt32BE(crc)
      return { id, size, md5: md5.digest('hex'), crc32: crcBytes.toString('base64'), sha256: sha256.digest('base64') }
    },
    /** Opens a byte range, both ends included; undefined if the blob was deleted. */
    async read(id: string, start?: number, end?: number): Promise<Readable | undefined> {
      try {
        const file = await open(pathOf(id), 'r')
        return file.createReadStream({ ...(start !== undefined && { start }), ...(end !== undefined && { end }) })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    remove: (id: string): Promise<void> => rm(pathOf(id), { force: true }),
    /**
     * Deletes files that neither an object nor a part refers to. A crash between writing and indexing a file leaves
     * such files.
     */
    async sweep(isNamed: (id: string) => boolean): Promise<void> {
      for (const folder of await readdir(dir))
        for (const id of await readdir(join(dir, folder))) if (!isNamed(id)) await rm(pathOf(id), { force: true })
    },
  }
}

import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { EXIT, Failure, requireArgument } from '@signet/command-line'
import type { Service } from '../command-line/service.ts'
import { type ArchiveCall, archiveService, type UploadStatus } from './client.ts'
import { progressBar } from './progress-bar.ts'
import { type RememberedUpload, rememberedUpload } from './remembered-upload.ts'
import { sendPart } from './send-part.ts'
import { printStatus, watchImport } from './uploads.ts'

/** Maximum size in bytes of a file that is sent in one request. A ZIP is always sent in parts. */
const SIMPLE_BYTES = 5_000_000

const openFile = async (path: string): Promise<FileHandle> => {
  try {
    return await open(path, 'r')
  } catch (error) {
    throw new Failure(EXIT.usage, `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

interface Upload {
  readonly archive: Service
  readonly file: FileHandle
  readonly size: number
  readonly name: string
}

/** The next part to send; null after the last. */
type NextPart = { readonly part: number; readonly url: string; readonly bytes: number } | null

interface UploadParts {
  readonly id: string
  readonly partBytes: number
  readonly next: NextPart
}

const findUnfinished = async ({ archive }: Upload, id: string | undefined): Promise<UploadStatus | undefined> => {
  if (id === undefined) return undefined
  try {
    const status = await archive.call<UploadStatus>('GET', `/api/uploads/${id}/status`)
    return ['created', 'uploading', 'uploaded'].includes(status.state) ? status : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === EXIT.refused) return undefined
    throw error
  }
}

const startUpload = async ({ archive, size, name }: Upload, remembered: RememberedUpload): Promise<UploadParts> => {
  const created = await archive.call<{ readonly upload: { readonly id: string } } & Omit<UploadParts, 'id'>>(
    'POST',
    '/api/uploads',
    { name, bytes: size },
  )
  await remembered.write(created.upload.id)
  return { id: created.upload.id, partBytes: created.partBytes, next: created.next }
}

/** Reports a sent part, or the last part that an earlier run sent, and returns the next part. */
const nextPart = async ({ archive }: Upload, id: string, sent: { part: number; etag?: string }): Promise<NextPart> => {
  const { next } = await archive.call<{ readonly next: NextPart }>('POST', `/api/uploads/${id}/parts`, sent)
  return next
}

const resume = async (upload: Upload, { id, partBytes, partsDone }: UploadStatus): Promise<UploadParts> => ({
  id,
  partBytes,
  next: await nextPart(upload, id, { part: partsDone }),
})

const sendInParts = async (
  upload: Upload,
  remembered: RememberedUpload,
  unfinishedUpload: UploadStatus | undefined,
): Promise<UploadStatus> => {
  const { archive, file, size } = upload
  if (unfinishedUpload?.state === 'uploaded') return unfinishedUpload
  const bar = progressBar()
  const {
    id,
    partBytes,
    next: first,
  } = unfinishedUpload ? await resume(upload, unfinishedUpload) : await startUpload(upload, remembered)
  try {
    for (let next = first; next !== null; ) {
      const { part, url, bytes } = next
      const start = (part - 1) * partBytes
      const onProgress = (sent: number) => bar.show('uploading', start + sent, size)
      const etag = await sendPart({ url, bytes, file, start, onProgress })
      next = await nextPart(upload, id, { part, etag })
    }
  } finally {
    bar.clear()
  }
  return archive.call('POST', `/api/uploads/${id}/complete`)
}

const sendWhole = async ({ archive, file, size, name }: Upload): Promise<UploadStatus> => {
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  return archive.call('POST', `/api/uploads/simple?name=${encodeURIComponent(name)}`, bytes)
}

const isZip = async (file: FileHandle): Promise<boolean> => {
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return buffer.toString('latin1') === 'PK\u0003\u0004'
}

export const upload = async (call: ArchiveCall): Promise<number> => {
  const { flags, words, terminal } = call
  const path = requireArgument('signet archive upload', 'the path of a file', words)
  const archive = archiveService(call)
  const file = await openFile(path)
  try {
    const fileStats = await file.stat()
    if (!fileStats.isFile()) throw new Failure(EXIT.usage, `${path} is not a file`)
    if (fileStats.size === 0) throw new Failure(EXIT.usage, `${path} is empty. Choose an export that contains data`)
    const newUpload: Upload = { archive, file, size: fileStats.size, name: flags.name ?? basename(path) }
    const remembered = rememberedUpload(terminal.env, archive.base, {
      path,
      size: fileStats.size,
      mtimeMs: fileStats.mtimeMs,
    })
    const isSmall = fileStats.size < SIMPLE_BYTES && !(await isZip(file))
    const unfinishedUpload =
      isSmall || flags.restart ? undefined : await findUnfinished(newUpload, await remembered.read())
    const status = isSmall ? await sendWhole(newUpload) : await sendInParts(newUpload, remembered, unfinishedUpload)
    const finalStatus = flags['no-wait'] ? status : await watchImport(archive, status.id)
    await remembered.forget()
    return printStatus(call, finalStatus)
  } finally {
    await file.close()
  }
}

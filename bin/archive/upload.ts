import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { EXIT, Failure, requireArgument } from '@signet/command-line'
import type { Service } from '../command-line/service.ts'
import { type ArchiveCall, archiveService, type UploadStatus } from './client.ts'
import { progressBar } from './progress-bar.ts'
import { type RememberedUpload, rememberedUpload } from './remembered-upload.ts'
import { sendPart } from './send-part.ts'
import { report, watch } from './uploads.ts'

/** Maximum bytes of a file that is sent in one request. A ZIP never is. */
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

const unfinished = async ({ archive }: Upload, id: string | undefined): Promise<UploadStatus | undefined> => {
  if (id === undefined) return undefined
  try {
    const status = await archive.call<UploadStatus>('GET', `/api/uploads/${id}/status`)
    return ['created', 'uploading', 'uploaded'].includes(status.state) ? status : undefined
  } catch (error) {
    if (error instanceof Failure && error.code === EXIT.refused) return undefined
    throw error
  }
}

const begin = async ({ archive, size, name }: Upload, remembered: RememberedUpload): Promise<UploadParts> => {
  const begun = await archive.call<{ readonly upload: { readonly id: string } } & Omit<UploadParts, 'id'>>(
    'POST',
    '/api/uploads',
    { name, bytes: size },
  )
  await remembered.write(begun.upload.id)
  return { id: begun.upload.id, partBytes: begun.partBytes, next: begun.next }
}

/** Reports a part as sent, or as the last of an earlier run, and returns the next one. */
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
  earlier: UploadStatus | undefined,
): Promise<UploadStatus> => {
  const { archive, file, size } = upload
  if (earlier?.state === 'uploaded') return earlier
  const bar = progressBar()
  const { id, partBytes, next: first } = earlier ? await resume(upload, earlier) : await begin(upload, remembered)
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

const sendAtOnce = async ({ archive, file, size, name }: Upload): Promise<UploadStatus> => {
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
    const facts = await file.stat()
    if (!facts.isFile()) throw new Failure(EXIT.usage, `${path} is not a file`)
    if (facts.size === 0) throw new Failure(EXIT.usage, `${path} is empty. Choose an export that contains data`)
    const started: Upload = { archive, file, size: facts.size, name: flags.name ?? basename(path) }
    const remembered = rememberedUpload(terminal.env, archive.base, { path, size: facts.size, mtimeMs: facts.mtimeMs })
    const isSmall = facts.size < SIMPLE_BYTES && !(await isZip(file))
    const earlier = isSmall || flags.restart ? undefined : await unfinished(started, await remembered.read())
    const status = isSmall ? await sendAtOnce(started) : await sendInParts(started, remembered, earlier)
    const last = flags['no-wait'] ? status : await watch(archive, status.id)
    await remembered.forget()
    return report(call, last)
  } finally {
    await file.close()
  }
}

import { Buffer } from 'node:buffer'
import { PassThrough, type Readable } from 'node:stream'
import {
  type AccountExport,
  type ExportFile,
  PartFile,
  partFileKey,
  partFileOf,
  partListKey,
  zipKey,
} from '@signet/erasure'
import { type Bucket, type PartUploads, splitIntoParts } from '@signet/kernel/bucket'
import { ZipFile } from 'yazl'
import * as z from 'zod'
import type { ExportRow, JoinedExport } from './export-table.ts'

/** S3 accepts at most 10,000 parts: 160 GB. */
const PART_BYTES = 16_000_000

type Uploads = Pick<PartUploads, 'create' | 'putPart' | 'complete' | 'abort'>

/**
 * Uploads a stream in parts.
 * @returns its size in bytes
 * @throws Error if S3 has dropped the upload
 */
const uploadStream = async (uploads: Uploads, key: string, stream: Readable): Promise<number> => {
  const id = await uploads.create(key)
  try {
    const parts: { number: number; etag: string }[] = []
    let bytes = 0
    for await (const chunk of splitIntoParts(stream, PART_BYTES)) {
      if (chunk.length === 0) break
      const number = parts.length + 1
      parts.push({ number, etag: await uploads.putPart(key, id, number, chunk) })
      bytes += chunk.length
    }
    if (!(await uploads.complete(key, id, parts))) throw new Error(`The upload of ${key} does not exist`)
    return bytes
  } catch (error) {
    // The original error is rethrown. S3 drops an abandoned upload after a day.
    await uploads.abort(key, id).catch(() => undefined)
    throw error
  }
}

export interface JoinDeps {
  readonly objects: Pick<Bucket, 'open' | 'read'>
  readonly uploads: Pick<PartUploads, 'create' | 'putPart' | 'complete' | 'abort'>
  readonly ownFiles: (account: AccountExport) => AsyncIterable<ExportFile>
}

export interface Part {
  readonly service: string
  readonly run: string
}

interface Entry extends PartFile {
  /** Key of an object in the bucket, or the content. */
  readonly source: string | Uint8Array
}

const PartFiles = z.array(PartFile)

const entriesOfPart = async ({ objects }: JoinDeps, row: ExportRow, part: Part): Promise<readonly Entry[]> => {
  const exportKey = { org: row.org, id: row.export_id }
  const list = await objects.read(partListKey(exportKey, part))
  if (!list) throw new Error(`The file list of ${part.service} does not exist`)
  const files = PartFiles.parse(JSON.parse(list.toString('utf8')))
  return files.map((file, number) => ({ ...file, source: partFileKey(exportKey, part, number) }))
}

const ownEntries = async ({ ownFiles }: JoinDeps, row: ExportRow): Promise<readonly Entry[]> => {
  const entries: Entry[] = []
  const account = { export_id: row.export_id, org_id: row.org, user_id: row.user, email: row.email ?? null }
  for await (const file of ownFiles(account)) entries.push({ ...partFileOf('accounts', file), source: file.bytes })
  return entries
}

const manifestOf = (
  row: ExportRow,
  entries: readonly Entry[],
  services: readonly string[],
  missing: readonly string[],
) =>
  Buffer.from(
    `${JSON.stringify(
      {
        format: 'signet-account-export/1',
        export_id: row.export_id,
        user_id: row.user,
        org_id: row.org,
        asked_at: row.asked_at,
        services,
        missing,
        files: entries.map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })),
      },
      undefined,
      2,
    )}\n`,
  )

/** Images are already compressed. */
const isCompressible = (path: string): boolean => path.endsWith('.jsonl')

const addEntry = (zip: ZipFile, { objects }: JoinDeps, mtime: Date, { path, source }: Entry): void => {
  const options = { mtime, compress: isCompressible(path) }
  if (typeof source !== 'string') {
    zip.addBuffer(Buffer.from(source), path, options)
    return
  }
  zip.addReadStreamLazy(path, options, (sendStream) => {
    objects.open(source).then(
      (object) => {
        if (object && 'body' in object) sendStream(null, object.body)
        else sendStream(new Error(`The file ${path} of an export part does not exist`), undefined as never)
      },
      sendStream as (error: unknown) => void,
    )
  })
}

/**
 * Joins the parts of services and the accounts service's own files into the ZIP of an export. Buffers at most one part of
 * the upload in memory. Safe to repeat, because stored parts do not change.
 */
export const joinParts =
  (deps: JoinDeps) =>
  async (row: ExportRow, parts: readonly Part[], missing: readonly string[]): Promise<JoinedExport> => {
    const entries = [...(await ownEntries(deps, row))]
    for (const part of parts) entries.push(...(await entriesOfPart(deps, row, part)))
    const services = ['accounts', ...parts.map(({ service }) => service)]
    const zip = new ZipFile()
    const mtime = new Date(row.asked_at)
    zip.addBuffer(manifestOf(row, entries, services, missing), 'manifest.json', { mtime })
    for (const entry of entries) addEntry(zip, deps, mtime, entry)
    zip.end()
    const output = new PassThrough()
    // The ZIP reports an unreadable file; without this handler, `output` would never end.
    zip.on('error', (error) => output.destroy(error as Error))
    zip.outputStream.pipe(output)
    const bytes = await uploadStream(deps.uploads, zipKey({ org: row.org, id: row.export_id }), output)
    return { files: entries.length + 1, bytes, missing }
  }

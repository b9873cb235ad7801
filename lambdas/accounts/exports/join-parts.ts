import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import type { Bucket, PartUploads } from '@signet/bucket'
import { PartFile, partFileKey, partListKey, type Take, zipKey } from '@signet/leaving'
import { ZipFile } from 'yazl'
import * as z from 'zod'
import type { ExportRow, Joined } from './export-table.ts'
import { uploadStream } from './upload-stream.ts'

export interface JoinDeps {
  readonly objects: Pick<Bucket, 'open' | 'read'>
  readonly uploads: Pick<PartUploads, 'create' | 'putPart' | 'complete' | 'abort'>
  /** What accounts keep of the person. */
  readonly take: Take
}

interface Entry extends PartFile {
  /** Its object, or its bytes. */
  readonly from: string | Uint8Array
}

const Listed = z.array(PartFile)

const partOf = async ({ objects }: JoinDeps, row: ExportRow, service: string): Promise<readonly Entry[]> => {
  const at = { org: row.org, id: row.export_id }
  const list = await objects.read(partListKey(at, service))
  if (!list) throw new Error(`The list of the part of ${service} is gone`)
  const files = Listed.parse(JSON.parse(list.toString('utf8')))
  return files.map((file, number) => ({ ...file, from: partFileKey(at, service, number) }))
}

const ownPart = async ({ take }: JoinDeps, row: ExportRow): Promise<readonly Entry[]> => {
  const entries: Entry[] = []
  const whose = { export_id: row.export_id, org_id: row.org, user_id: row.user, email: row.email ?? null }
  for await (const { path, bytes } of take(whose)) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    entries.push({ path: `accounts/${path}`, bytes: bytes.length, sha256, from: bytes })
  }
  return entries
}

/** What a reader of the ZIP sees first. */
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

/** Pictures are compressed already. */
const isCompressible = (path: string): boolean => path.endsWith('.jsonl')

const addEntry = (zip: ZipFile, { objects }: JoinDeps, mtime: Date, { path, from }: Entry): void => {
  const options = { mtime, compress: isCompressible(path) }
  if (typeof from !== 'string') {
    zip.addBuffer(Buffer.from(from), path, options)
    return
  }
  zip.addReadStreamLazy(path, options, (give) => {
    objects.open(from).then(
      (object) => {
        if (object && 'body' in object) give(null, object.body)
        else give(new Error(`A file of a part is gone: ${path}`), undefined as never)
      },
      give as (error: unknown) => void,
    )
  })
}

/**
 * Joins the parts of services and what accounts keep into the ZIP of an export, file by file, without holding more than a
 * part of the upload. Repeating it stores the same ZIP again.
 */
export const joinParts =
  (deps: JoinDeps) =>
  async (row: ExportRow, services: readonly string[], missing: readonly string[]): Promise<Joined> => {
    const entries = [...(await ownPart(deps, row))]
    for (const service of services) entries.push(...(await partOf(deps, row, service)))
    const zip = new ZipFile()
    const mtime = new Date(row.asked_at)
    zip.addBuffer(manifestOf(row, entries, ['accounts', ...services], missing), 'manifest.json', { mtime })
    for (const entry of entries) addEntry(zip, deps, mtime, entry)
    zip.end()
    const output = new PassThrough()
    // A file that cannot be read is told by the ZIP, and would leave its output waiting.
    zip.on('error', (error) => output.destroy(error as Error))
    zip.outputStream.pipe(output)
    const bytes = await uploadStream(deps.uploads, zipKey({ org: row.org, id: row.export_id }), output)
    return { files: entries.length + 1, bytes, missing }
  }

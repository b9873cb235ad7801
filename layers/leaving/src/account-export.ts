import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Bucket } from '@signet/bucket'
import { type RunEvents, rowTable, type TableDeps } from '@signet/kernel'
import * as z from 'zod'
import { EXPORT_DUE } from './access.ts'
import { partFileKey, partListKey } from './export-keys.ts'
import { exportPartRow } from './export-rows.ts'
import type { TakenFile } from './taken-files.ts'

/** Whose things are copied. */
export const AccountExport = z
  .object({
    export_id: z.string(),
    org_id: z.string().describe('Their own organisation, which is also a tenant and an account'),
    user_id: z.string(),
    email: z.string().nullable().describe('Their address, for services that know people by it'),
  })
  .meta({ id: 'AccountExportDue' })
export type AccountExport = z.infer<typeof AccountExport>

/** A file of a part as its list names it. */
export const PartFile = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
export type PartFile = z.infer<typeof PartFile>

/** Gives a copy of what a service keeps of somebody, file by file. No secret and no digest of one is in it. */
export type Take = (whose: AccountExport) => AsyncIterable<TakenFile>

export interface ExportDeps extends TableDeps {
  readonly clients: { readonly exports: Pick<Bucket, 'put'> }
}

/**
 * The answer of a service to an export: it stores its files and their list, and then says so, once. A repetition writes
 * the same keys again; what is read is what the last one has listed.
 */
export const answersExports = (deps: ExportDeps, service: string, take: Take): RunEvents<typeof EXPORT_DUE> => {
  const { exports } = deps.clients
  const parts = rowTable(exportPartRow, deps)
  return {
    [EXPORT_DUE]: async ({ data }) => {
      const whose = AccountExport.parse(data)
      const stored = { org: whose.org_id, id: whose.export_id }
      const files: PartFile[] = []
      for await (const { path, bytes } of take(whose)) {
        await exports.put(partFileKey(stored, service, files.length), bytes)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        files.push({ path: `${service}/${path}`, bytes: bytes.length, sha256 })
      }
      await exports.put(partListKey(stored, service), Buffer.from(JSON.stringify(files)))
      const size = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const key = { user: whose.user_id, export: whose.export_id, service }
      const stored_at = deps.now().toISOString()
      const part = { export_id: whose.export_id, service, files: files.length, bytes: size, stored_at }
      await parts.putNew(key, part)
    },
  }
}

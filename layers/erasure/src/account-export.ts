import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { type NewId, type RunEvents, rowTable, type TableDeps } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { RowKeys } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { EXPORT_DUE } from './access.ts'
import { exportAccount } from './export-account.ts'
import type { ExportFile } from './export-files.ts'
import { partFileKey, partListKey } from './export-keys.ts'
import { exportPartRow, exportRow } from './export-rows.ts'
import type { ServiceErasure } from './service-erasure.ts'

export const AccountExport = z
  .object({
    export_id: z.string(),
    org_id: z.string().describe('Personal organization of the user; its ID is also a tenant and billing account ID'),
    user_id: z.string(),
    email: z.string().nullable().describe('Email address of the user, for services that store data by address'),
  })
  .meta({ id: 'AccountExportDue' })
export type AccountExport = z.infer<typeof AccountExport>

export const PartFile = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
export type PartFile = z.infer<typeof PartFile>

export const partFileOf = (service: string, { path, bytes }: ExportFile): PartFile => ({
  path: `${service}/${path}`,
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
})

export interface ExportDeps extends TableDeps {
  readonly newId: NewId
  readonly clients: { readonly exports: Pick<Bucket, 'put'> }
}

/**
 * Stores the part of a service on the event: its files, their list, and then one answer. Each run writes to its own
 * keys, and only the first answer counts, so no object changes while parts are joined. Nothing is stored for an export
 * that is finished or deleted, or that the service has answered.
 */
export const exportHandlers = (
  deps: ExportDeps,
  service: string,
  kinds: readonly RowKeys[],
  special: ServiceErasure,
): RunEvents<typeof EXPORT_DUE> => {
  const { exports } = deps.clients
  const parts = rowTable(exportPartRow, deps)
  const exportRows = rowTable(exportRow, deps)
  const isOpen = async ({ user_id: user, export_id }: AccountExport): Promise<boolean> => {
    const row = await exportRows.get({ user })
    if (row?.export_id !== export_id || row.standing !== 'open') return false
    return (await parts.get({ user, export: export_id, service })) === undefined
  }
  return {
    [EXPORT_DUE]: async ({ data }) => {
      const account = AccountExport.parse(data)
      if (!(await isOpen(account))) return
      const part = { service, run: deps.newId() }
      const exportId = { org: account.org_id, id: account.export_id }
      const files: PartFile[] = []
      for await (const file of exportAccount(deps, kinds, account, special)) {
        await exports.put(partFileKey(exportId, part, files.length), file.bytes)
        files.push(partFileOf(service, file))
      }
      await exports.put(partListKey(exportId, part), Buffer.from(JSON.stringify(files)))
      const size = files.reduce((sum, { bytes }) => sum + bytes, 0)
      const key = { user: account.user_id, export: account.export_id, service }
      const stored_at = deps.now().toISOString()
      await parts.putNew(key, { export_id: account.export_id, ...part, files: files.length, bytes: size, stored_at })
    },
  }
}

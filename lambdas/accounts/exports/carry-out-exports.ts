import type { Clock, Log } from '@signet/kernel'
import type { ExportRow, ExportTable, JoinedExport } from './export-table.ts'
import type { Part } from './join-parts.ts'

const DAY_MS = 86_400_000

/**
 * Initial interval between two events to services that have not answered; doubles each time. Services answer within
 * minutes.
 */
const RESEND_INTERVAL_MS = 15 * 60_000

export interface CarryOutExportsDeps {
  readonly exports: ExportTable
  readonly services: readonly string[]
  readonly join: (row: ExportRow, parts: readonly Part[], missing: readonly string[]) => Promise<JoinedExport>
  readonly now: Clock
  readonly log: Log
}

const carryOutOne = async (deps: CarryOutExportsDeps, user: string): Promise<void> => {
  const { exports, services, now, log } = deps
  const row = await exports.get(user)
  // The index is eventually consistent: it may list a row that another worker has just claimed.
  if (row?.standing !== 'open' || row.due > now().toISOString()) return
  const runsByService = await exports.storedRunsByService(row)
  const storedParts = services.flatMap((service) => {
    const run = runsByService.get(service)
    return run === undefined ? [] : [{ service, run }]
  })
  const missing = services.filter((service) => !runsByService.has(service))
  const elapsedSince = (at: string): number => now().getTime() - Date.parse(at)
  if (missing.length > 0 && elapsedSince(row.asked_at) < DAY_MS) {
    if (elapsedSince(row.told_at) >= RESEND_INTERVAL_MS * 2 ** (row.rounds - 1)) await exports.resend(row)
    return
  }
  if (missing.length > 0)
    log.error('services missing from an account export', { export_id: row.export_id, services: missing })
  const claimed = await exports.claim(row)
  if (!claimed) return
  const result = await deps.join(claimed, storedParts, missing)
  if (!(await exports.finish(claimed, result)))
    return log.warn('account export deleted or claimed by another worker', { export_id: row.export_id })
  log.info('account export ready', { export_id: row.export_id, files: result.files, bytes: result.bytes })
}

/**
 * Joins the parts of each export when all services have answered. After a day, the export is joined without the missing
 * services and lists them. If a worker is interrupted, another one starts over after 16 minutes.
 */
export const carryOutExports = (deps: CarryOutExportsDeps) => async (): Promise<void> => {
  for await (const user of deps.exports.listDue()) {
    await carryOutOne(deps, user).catch((error: unknown) => deps.log.error('account export failed', { error }))
  }
}

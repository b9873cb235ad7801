import { reply } from '@signet/contracts'
import { zipKey } from '@signet/erasure'
import { userOf } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import type { DownloadOptions } from '@signet/kernel/bucket'
import { type ExportState, getAccountExport, renewAccountExport } from '../contract/account-export.ts'
import type { AccountTable } from '../people/account-table.ts'
import type { ExportRow, ExportTable } from './export-table.ts'

export interface ExportDeps {
  readonly exports: Pick<ExportTable, 'request' | 'storedRunsByService'>
  readonly accounts: Pick<AccountTable, 'get'>
  readonly exporting: readonly string[]
  readonly downloadUrl: (key: string, options: DownloadOptions) => Promise<string>
}

const URL_SECONDS = 900
const RETRY_AFTER_SECONDS = '15'
const noStore = { 'cache-control': 'no-store' }

const preparingReply = async ({ exports, exporting }: ExportDeps, row: ExportRow) => {
  const runsByService = await exports.storedRunsByService(row)
  const state: ExportState = {
    state: 'preparing',
    asked_at: row.asked_at,
    ready_at: null,
    expires_at: null,
    url: null,
    bytes: null,
    files: null,
    answered: exporting.filter((service) => runsByService.has(service)),
    missing: exporting.filter((service) => !runsByService.has(service)),
  }
  return reply(202, state, { ...noStore, 'retry-after': RETRY_AFTER_SECONDS })
}

const readyState = async ({ exporting, downloadUrl }: ExportDeps, row: ExportRow): Promise<ExportState> => {
  const { missing = [], ready_at = row.asked_at } = row
  const fileName = `signet-account-${ready_at.slice(0, 10)}.zip`
  const key = zipKey({ org: row.org, id: row.export_id })
  return {
    state: 'ready',
    asked_at: row.asked_at,
    ready_at,
    expires_at: row.until,
    url: await downloadUrl(key, { validSeconds: URL_SECONDS, fileName }),
    bytes: row.bytes ?? null,
    files: row.files ?? null,
    answered: exporting.filter((service) => !missing.includes(service)),
    missing,
  }
}

export const exportRoutes = (deps: ExportDeps): Route[] => {
  const requestExport = async (user: string, options: { isNew: boolean }) =>
    deps.exports.request({ user, email: (await deps.accounts.get(user))?.email }, options)
  return [
    route(getAccountExport, async ({ caller }) => {
      const row = await requestExport(userOf(caller), { isNew: false })
      return row.standing === 'open' ? preparingReply(deps, row) : reply(200, await readyState(deps, row), noStore)
    }),
    route(renewAccountExport, async ({ caller }) =>
      preparingReply(deps, await requestExport(userOf(caller), { isNew: true })),
    ),
  ]
}

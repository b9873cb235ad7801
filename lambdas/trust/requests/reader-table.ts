import { type NewId, type Page, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { readerRow } from '@signet/notifications/trust-requests/rows'
import { mailAddressOf } from './mail-address.ts'
import { matchingPage } from './matching-page.ts'

export type ReaderRow = RowOf<typeof readerRow>

export interface ReaderFilter {
  readonly hash?: string | undefined
  readonly artifact_slug?: string | undefined
  readonly mail?: string | undefined
}

export interface ReaderTable {
  record(org: string, reader: Omit<ReaderRow, 'id' | 'at'>): Promise<void>
  /** Newest first. */
  page(
    org: string,
    options: ReaderFilter & { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<Page<typeof readerRow>>
}

export const readerTable = (deps: TableDeps & { readonly newId: NewId }): ReaderTable => {
  const rows = rowTable(readerRow, deps)
  return {
    async record(org, reader) {
      const id = deps.newId()
      const at = deps.now().toISOString()
      await rows.putNew({ org, at, id }, { id, at, ...reader })
    },
    page(org, { hash, artifact_slug, mail, limit, cursor }) {
      const slug = artifact_slug?.toLowerCase()
      const address = mail === undefined ? undefined : mailAddressOf(mail)
      const isMatch = (row: ReaderRow) =>
        (hash === undefined || row.receipt_hash === hash) &&
        (slug === undefined || row.artifact_slug === slug) &&
        (mail === undefined || row.mail === address)
      return matchingPage(rows, { org }, { limit, cursor, isMatch, keyOf: ({ at, id }) => `READ#${at}#${id}` })
    },
  }
}

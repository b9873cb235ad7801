import { epochSeconds, type TableDeps } from '@signet/kernel'
import type { RowKeys } from '@signet/kernel/row-kind'
import pMap from 'p-map'
import { type ExportFile, linesOf, recordOf } from './export-files.ts'
import { type Account, type OwnedRow, rowsOf } from './owned-rows.ts'
import { exportOf, ownerPart, partNames } from './row-plan.ts'
import { ownersOf, type RecordsOf, type ServiceErasure } from './service-erasure.ts'

const CONCURRENCY = { concurrency: 16 }

/** Returns the exported record of a row, including the parts of its partition other than the owner. */
const recordOfRow = (kind: RowKeys, { row, parts }: OwnedRow) => {
  const { without, json } = exportOf(kind) ?? {}
  const names = partNames(kind.keys.pk).filter((name) => name !== ownerPart(kind))
  const partition = Object.fromEntries(names.map((name) => [name, parts[name]]))
  const record = json === undefined ? recordOf(row, without) : (JSON.parse(String(row[json])) as object)
  return { ...partition, ...record }
}

async function* recordsOfKind(deps: TableDeps, kind: RowKeys, account: Account, special: ServiceErasure) {
  const now = epochSeconds(deps.now())
  const derived: RecordsOf = special.records?.get(kind) ?? (({ record }) => [record])
  const recordsOf = async (owned: OwnedRow) => derived({ ...owned, record: recordOfRow(kind, owned) }, account)
  for (const owner of await ownersOf(kind, account, special))
    for await (const page of rowsOf(deps, kind, owner)) {
      const unexpired = page.filter(({ row: { ttl } }) => ttl === undefined || Number(ttl) > now)
      yield* (await pMap(unexpired, recordsOf, CONCURRENCY)).flat()
    }
}

async function* recordsOfFile(
  deps: TableDeps,
  kinds: readonly RowKeys[],
  account: Account,
  special: ServiceErasure,
): AsyncGenerator<object> {
  for (const kind of kinds) yield* recordsOfKind(deps, kind, account, special)
}

export async function* exportAccount(
  deps: TableDeps,
  kinds: readonly RowKeys[],
  account: Account,
  special: ServiceErasure = {},
): AsyncGenerator<ExportFile> {
  const files = Map.groupBy(kinds, (kind) => exportOf(kind)?.file)
  for (const [file, kindsOfFile] of files)
    if (file !== undefined) yield* linesOf(file, recordsOfFile(deps, kindsOfFile, account, special))
  if (special.files) yield* special.files(account)
}

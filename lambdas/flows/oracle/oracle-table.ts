import { type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import type { ScaffoldFile } from '@signet/scaffolds/files'
import { oracleRow } from '../contract/oracle-row.ts'

export type StoredOracle = RowOf<typeof oracleRow>

export interface FlowKey {
  readonly org: string
  readonly tenant: string
  readonly flow: string
}

export const oracleTable = (deps: TableDeps) => {
  const rows = rowTable(oracleRow, deps)
  return {
    find: (key: FlowKey): Promise<StoredOracle | undefined> => rows.get(key),
    step: (key: FlowKey, result: StoredOracle) => rows.steps.putNew(key, result),
  }
}

export type OracleTable = ReturnType<typeof oracleTable>

export const withEdited = (
  files: readonly ScaffoldFile[],
  oracle: { readonly files: readonly ScaffoldFile[] } | undefined,
): ScaffoldFile[] => {
  const edited = new Map((oracle?.files ?? []).map((file) => [file.path, file]))
  return files.map((file) => edited.get(file.path) ?? file)
}

import { sha256Hex } from '@signet/receipts/digest'
import { type TableDeps, transact, type WriteStep } from '@signet/kernel'

/** What is created, and whose plan it takes a place of. */
export interface Naming {
  readonly tenant: string
  readonly org: string
  readonly name: string
  /** As many as the plan has. */
  readonly limit: number
}

/** Why something was not written: its name is taken, the plan is full, or its SLO is not there. */
export type NotKept = 'taken' | 'full' | 'no slo'

/** By the name that it is created with: the same request again meets it. */
const idOf = ({ tenant, name }: Naming): string =>
  sha256Hex(JSON.stringify([tenant, name.normalize('NFC')])).slice(0, 16)

/** The members that each first version has. */
export const firstOf = (naming: Naming, now: Date) => {
  const { org, name } = naming
  const at = now.toISOString()
  return { id: idOf(naming), org, name, version: 1, created_at: at, updated_at: at }
}

/** The writes of a first version. */
export interface FirstSteps {
  readonly kept: WriteStep
  /** Its place in the plan. */
  readonly count: WriteStep
  /** That its SLO is there. */
  readonly check: WriteStep | undefined
}

/** Writes a first version: its place in the plan, its name and itself are one transaction. */
export const keepFirst = <Row>(deps: TableDeps, row: Row, { kept, count, check }: FirstSteps): Promise<Row | NotKept> =>
  transact<Row | NotKept>(deps, async (refused) => {
    if (refused?.conditionFailed(kept)) return { result: 'taken' }
    if (refused?.conditionFailed(count)) return { result: 'full' }
    if (refused?.conditionFailed(check)) return { result: 'no slo' }
    return { steps: [kept, count, ...(check ? [check] : [])], result: row }
  })

/** The oldest first. */
export const byAge = <Row extends { readonly created_at: string; readonly id: string }>(
  rows: readonly Row[],
): readonly Row[] =>
  rows.toSorted((one, other) => (`${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1))

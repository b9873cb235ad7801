import { rowKey, type TableDeps } from '@signet/kernel'
import { linesOf, recordsOf, type Take } from '@signet/leaving'
import { planRow } from '../contract/billing-rows.ts'
import type { LoadProcessor } from '../stripe/payment-processor.ts'
import { configured } from './configured.ts'

export interface TakeDeps extends TableDeps {
  readonly load: LoadProcessor
}

/** What happened to the credits of the account, and what was bought, with the plan. */
export const takeBilling = (deps: TakeDeps): Take =>
  async function* ({ org_id: org }) {
    yield* linesOf('balance', recordsOf(deps, { pk: `CR#${org}`, startsWith: 'BALANCE' }))
    yield* linesOf('ledger', recordsOf(deps, { pk: `CR#${org}`, startsWith: 'ENTRY#' }))
    const processor = await configured(deps.load)
    if (!processor) return
    const { pk } = rowKey(planRow, { mode: processor.mode, org })
    yield* linesOf('plan', recordsOf(deps, { pk, startsWith: 'PLAN' }, ['version']))
    yield* linesOf('purchases', recordsOf(deps, { pk, startsWith: 'PURCHASE#' }))
    yield* linesOf('refunds', recordsOf(deps, { pk, startsWith: 'REVERSAL#' }))
  }

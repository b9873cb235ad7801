import type { Refusal } from '@signet/kernel'
import { type Bill, completeParts } from '@signet/ledger'
import type { Quote } from '../contract/quote.ts'
import type { JobRow } from '../jobs/job-row.ts'

interface QuoteInput {
  readonly row: JobRow
  readonly bill: Bill
  readonly planRefusal: Refusal | undefined
  readonly communityRefusal: Refusal | undefined
  readonly hasProvider: boolean
}

export const quoteOf = ({ row, bill, planRefusal, communityRefusal, hasProvider }: QuoteInput): Quote => {
  const { meter, amount, balance, parts, refusal } = bill
  const gateOf = <const Codes extends readonly string[]>(...codes: Codes): Codes[number] | 'passed' =>
    codes.find((code) => code === refusal?.code) ?? 'passed'
  const gates = {
    plan: planRefusal ? ('plan_required' as const) : ('passed' as const),
    community: communityRefusal ? ('model_locked' as const) : ('passed' as const),
    balance: gateOf('insufficient_credits', 'quota_exceeded'),
    spending: gateOf('budget_exhausted', 'key_budget_exhausted'),
    provider: hasProvider ? ('passed' as const) : ('unavailable' as const),
  }
  return {
    dry_run: true,
    would_succeed: Object.values(gates).every((gate) => gate === 'passed'),
    model_id: row.settings.model_id,
    quality_tier: row.quality_tier,
    aspect_ratio: row.aspect_ratio,
    width: row.settings.width,
    height: row.settings.height,
    meter,
    price: amount,
    balance,
    balance_after: refusal ? null : balance - amount,
    split: parts ? completeParts(parts) : null,
    gates,
  }
}

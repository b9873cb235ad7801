import { table } from './text-table.ts'

export interface Quote {
  readonly would_succeed: boolean
  readonly model_id: string
  readonly quality_tier: string
  readonly width: number
  readonly height: number
  readonly aspect_ratio: string
  readonly price: number
  readonly meter: string
  readonly balance: number | null
  readonly balance_after: number | null
  readonly split?: Readonly<Record<string, number>> | null
  readonly gates: Readonly<Record<string, string>>
}

export const quoteTable = (quote: Quote): string => {
  const parts = Object.entries(quote.split ?? {}).filter(([, credits]) => credits > 0)
  const gates = Object.entries(quote.gates).map(([gate, verdict]) => [`gate: ${gate}`, String(verdict)])
  return table([
    ['would succeed', quote.would_succeed ? 'yes' : 'no'],
    ['model', quote.model_id],
    ['tier', quote.quality_tier],
    ['size', `${quote.width}x${quote.height} (${quote.aspect_ratio})`],
    ['price', `${quote.price} ${quote.meter}`],
    ['balance', quote.balance_after === null ? String(quote.balance) : `${quote.balance}, then ${quote.balance_after}`],
    ...parts.map(([part, credits]) => [`from ${part}`, String(credits)]),
    ...gates,
  ])
}

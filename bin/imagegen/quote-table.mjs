import { table } from './text-table.mjs'

/** The cost of a generation, and the limits that would stop it, as a table. @param {any} quote */
export const quoteTable = (quote) => {
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

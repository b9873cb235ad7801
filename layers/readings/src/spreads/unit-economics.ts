import type { Spread } from './spread.ts'

export const unitEconomics: Spread = {
  ...{ name: 'unit_economics', version: '1.0.0', title: 'What does one more customer cost, and what do they pay?' },
  script: `spread unit_economics "What does one more customer cost, and what do they pay?"
deck money   = cfo@1
deck product = cpo@1

ask price_a_month    "What does a customer pay a month?" as number
ask cost_a_month     "What does the heaviest tenth cost a month?" as number
ask paying_customers "How many customers pay?" as number

position cost "What does one more cost?"
  draw 2 from money where severity = high
position leaving "What does leaving cost?"
  draw 2 from money
position assumption "Which assumption carries the sum?"
  draw 2 from product

fact sample = if paying_customers < 10 then too_small else usable
say "Sample: {sample}. Price {price_a_month}, cost of the heaviest {cost_a_month}."
speak as cfo about cost, assumption
`,
}

import type { Spread } from './spread.ts'

export const unitEconomics: Spread = {
  name: 'unit_economics',
  version: '1.0.0',
  title: 'Cost and revenue per customer',
  script: `spread unit_economics "Cost and revenue per customer"
deck money      = cfo@1
deck product    = cpo@1
deck message    = cmo@1
deck agents     = llm-agents@1

ask price_a_month    "What does a customer pay per month?" as number
ask cost_a_month     "What does the heaviest tenth of customers cost per month?" as number
ask paying_customers "How many customers pay?" as number

position cost "Cost of one more customer"
  draw 3 from money where id in (cfo-unit-cost, cfo-dearest-step, cfo-unpaid-hours) top
  draw 4 from money where id in (cfo-kept-years, cfo-charged-unit, cfo-unallocated, cfo-token-margin, cfo-free-accounts, cfo-charged-failed, cfo-failed-card, cfo-promise-gap, cfo-anomaly-hours, cfo-commit-runway, cfo-loss-it-bears, cfo-idle, cfo-three-years)
position answers "Cost of a correct model answer"
  when uses_model
  draw 1 from agents where id in (llm-price-of-success, llm-budget) top
position earned "Payback time of a customer"
  draw 1 from message where id = cmo-channel-payback top
  draw 1 from money where id = cfo-fixed-floor top
  draw 2 from message where id in (cmo-source-of-new, cmo-each-size, cmo-their-calendar, cmo-leaving-steps, cmo-buyer-user, cmo-takes-share, cmo-alternative)
position assumption "Deciding assumption"
  draw 1 from product where id = cpo-smallest-proof top
  draw 2 from product where id in (cpo-limit-moment, cpo-manual-first, cpo-last-did, cpo-case-waits, cpo-counter-metric, cpo-undo, cpo-real-hours, cpo-defaults)

fact sample = if paying_customers < 10 then too_small else usable
say "Sample: {sample}. Price {price_a_month}, cost of the heaviest {cost_a_month}."
speak as cfo about cost, assumption
`,
}

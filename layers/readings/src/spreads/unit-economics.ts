import type { Spread } from './spread.ts'

export const unitEconomics: Spread = {
  ...{ name: 'unit_economics', version: '1.0.0', title: 'What does one more customer cost, and what do they pay?' },
  script: `spread unit_economics "What does one more customer cost, and what do they pay?"
deck money   = cfo@1
deck product = cpo@1
deck message = cmo@1
deck people  = sera@1
deck agents  = llm-agents@1

ask price_a_month    "What does a customer pay a month?" as number
ask cost_a_month     "What does the heaviest tenth cost a month?" as number
ask paying_customers "How many customers pay?" as number

position cost "What does one more cost?"
  draw 2 from money where id in (cfo-unit-cost, cfo-dearest-step) top
  draw 6 from money where id in (cfo-unpaid-hours, cfo-kept-years, cfo-charged-unit, cfo-unallocated, cfo-token-margin, cfo-free-accounts, cfo-idle, cfo-anomaly-hours, cfo-failed-card, cfo-promise-gap, cfo-exit-fee, cfo-loss-it-bears, cfo-charged-failed) top
position answers "What does a good answer of a model cost?"
  when uses_model
  draw 1 from agents where element = money top
position hands "Whose hours are on no bill?"
  draw 1 from people where id in (sera-bill-before, sera-top-cause, sera-request-id, sera-bot-to-person, sera-first-morning) top
position earned "When is a customer earned back?"
  draw 1 from message where id = cmo-channel-payback top
  draw 1 from money where id = cfo-fixed-floor top
  draw 1 from message where id in (cmo-alternative, cmo-buyer-user, cmo-price-computable, cmo-leaving-steps, cmo-takes-share) top
position assumption "Which assumption carries the sum?"
  draw 2 from product where id in (cpo-limit-moment, cpo-counter-metric, cpo-smallest-proof, cpo-manual-first, cpo-plausible-wrong, cpo-who-works-more) top

fact sample = if paying_customers < 10 then too_small else usable
say "Sample: {sample}. Price {price_a_month}, cost of the heaviest {cost_a_month}."
speak as cfo about cost, assumption
`,
}

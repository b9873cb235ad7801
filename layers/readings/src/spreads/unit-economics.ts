import type { Spread } from './spread.ts'

export const unitEconomics: Spread = {
  ...{ name: 'unit_economics', version: '1.0.0', title: 'What does one more customer cost, and what do they pay?' },
  script: `spread unit_economics "What does one more customer cost, and what do they pay?"
deck money      = cfo@1
deck technology = cto@1
deck product    = cpo@1
deck message    = cmo@1
deck agents     = llm-agents@1

ask price_a_month    "What does a customer pay a month?" as number
ask cost_a_month     "What does the heaviest tenth cost a month?" as number
ask paying_customers "How many customers pay?" as number

position cost "What does one more cost?"
  draw all from money where id in (cfo-unit-cost, cfo-dearest-step)
  draw 4 from money top
position parts "Which part makes the cost?"
  draw 3 from technology where element in (money, risk) top
position answers "What does a good answer of a model cost?"
  when uses_model
  draw 2 from agents where element = money top
position earned "When is a customer earned back?"
  draw all from message where id = cmo-channel-payback
  draw 2 from message top
position assumption "Which assumption carries the sum?"
  draw 3 from product top

fact sample = if paying_customers < 10 then too_small else usable
say "Sample: {sample}. Price {price_a_month}, cost of the heaviest {cost_a_month}."
speak as cfo about cost, assumption
`,
}

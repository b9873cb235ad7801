import type { Spread } from './spread.ts'

export const pricingReview: Spread = {
  ...{ name: 'pricing_review', version: '1.0.0', title: 'Who pays what for what, and who would leave?' },
  script: `spread pricing_review "Who pays what for what, and who would leave?"
deck money   = cfo@1
deck message = cmo@1
deck people  = sera@1

ask model "How is it priced?" as one of flat, seats, usage, tiers, free
ask raise "By how many percent does it rise?" as number default 0

position margin "What is left at the limit of a plan?"
  draw 3 from money
position words "What do buyers think that they pay for?"
  draw 3 from message
position complaint "Which ticket comes the day after?"
  when raise > 0 or model = usage
  draw 3 from people

fact risk = if model = flat then heavy_users else surprise_bills
say "Priced {model}; the usual risk is {risk}."
speak as cfo about margin, words
`,
}

import type { Spread } from './spread.ts'

export const pricingReview: Spread = {
  ...{ name: 'pricing_review', version: '1.0.0', title: 'Who pays what for what, and who would leave?' },
  script: `spread pricing_review "Who pays what for what, and who would leave?"
deck money   = cfo@1
deck message = cmo@1
deck people  = sera@1
deck product = cpo@1

ask model "How is it priced?" as one of flat, seats, usage, tiers, free
ask raise "By how many percent does it rise?" as number default 0

position margin "What is left at the limit of a plan?"
  draw all from money where id in (cfo-charged-unit, cfo-prices-in-force)
  draw 4 from money top
position words "What do buyers think that they pay for?"
  draw all from message where id in (cmo-old-promise, cmo-their-calendar, cmo-alternative)
  draw 3 from message top
position proof "What would show that they pay it?"
  draw all from product where id = cpo-smallest-proof
  draw 2 from product top
position complaint "Which ticket comes the day after?"
  when raise > 0 or model = usage
  draw 3 from people top

fact risk = if model = flat then heavy_users else surprise_bills
say "Priced {model}; the usual risk is {risk}."
speak as cfo about margin, words
`,
}

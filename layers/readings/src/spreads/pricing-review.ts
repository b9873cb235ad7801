import type { Spread } from './spread.ts'

export const pricingReview: Spread = {
  name: 'pricing_review',
  version: '1.0.0',
  title: 'Price, value and customer losses',
  script: `spread pricing_review "Price, value and customer losses"
deck money      = cfo@1
deck message    = cmo@1
deck people     = sera@1
deck product    = cpo@1

ask model "How is it priced?" as one of flat, seats, usage, tiers, free
ask raise "By how many percent does it rise?" as number default 0

position margin "Charged units and winners and losers"
  draw 3 from money where id in (cfo-winners-losers, cfo-charged-unit, cfo-loss-it-bears) top
  draw 3 from money where id in (cfo-unit-cost, cfo-free-accounts, cfo-token-margin, cfo-promise-gap, cfo-unallocated, cfo-unpaid-hours, cfo-dearest-step, cfo-fixed-floor, cfo-idle, cfo-kept-years)
position words "Value perceived by buyers"
  draw 1 from message where id = cmo-old-promise top
  draw 5 from message where id in (cmo-alternative, cmo-each-size, cmo-source-of-new, cmo-colleague-loses, cmo-their-calendar, cmo-reason-for-rise, cmo-buyer-user, cmo-price-computable, cmo-leaving-steps, cmo-one-reader, cmo-channel-payback)
position proof "Evidence of willingness to pay"
  draw 1 from product where id = cpo-smallest-proof top
  draw 1 from product where id in (cpo-limit-moment, cpo-last-did, cpo-which-half, cpo-counter-metric, cpo-defaults)
position complaint "Tickets of the next day"
  draw 2 from people where id in (sera-bill-before, sera-first-morning, sera-top-cause, sera-takes-it-along, sera-breaking-list, sera-unexpected-reply)

fact risk = if model = flat then heavy_users else surprise_bills
say "Pricing: {model}. The usual risk: {risk}."
speak as cfo about margin, words
`,
}

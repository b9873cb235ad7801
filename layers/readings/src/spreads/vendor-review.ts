import type { Spread } from './spread.ts'

export const vendorReview: Spread = {
  ...{ name: 'vendor_review', version: '1.0.0', title: 'What if this vendor doubles its price, stops or leaks?' },
  script: `spread vendor_review "What if this vendor doubles its price, stops or leaks?"
deck money    = cfo@1
deck privacy  = privacy-core@1
deck security = ciso@1
deck failure  = resilience@1
deck people   = sera@1
deck product  = cpo@1

ask vendor       "Which vendor is it?" as text
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask replaceable  "Could it be replaced within a month?" as yes/no

position exit "What is owed, lost and rebuilt?"
  draw all from money where id in (cfo-exit-fee, cfo-promise-gap)
  draw 2 from money top
position data "Which data does it hold?"
  draw all from privacy where id = privacy-vendor
  draw 3 from privacy top
position proof "What shows that it is safe with them?"
  draw all from security where id in (ciso-supplier-proof, ciso-supplier-breach)
  draw 1 from security where element in (risk, technology, process) top
position outage "What stops with it?"
  draw all from failure where id = resilience-supplier-ends
  draw 2 from failure top
position served "What do people get when it fails?"
  draw 2 from people top
position fit "Where does it not fit the work?"
  draw 2 from product top

fact lock = if replaceable then no else yes
say "Vendor {vendor}; locked in: {lock}."
speak as cfo about exit, data, outage
`,
}

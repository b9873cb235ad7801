import type { Spread } from './spread.ts'

export const vendorReview: Spread = {
  ...{ name: 'vendor_review', version: '1.0.0', title: 'What if this vendor doubles its price, stops or leaks?' },
  script: `spread vendor_review "What if this vendor doubles its price, stops or leaks?"
deck money   = cfo@1
deck privacy = privacy-core@1
deck failure = resilience@1

ask vendor       "Which vendor is it?" as text
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask replaceable  "Could it be replaced within a month?" as yes/no

position exit "What is owed, lost and rebuilt?"
  draw 3 from money
position data "Which data does it hold?"
  draw 2 from privacy where element in (people, data, risk)
position outage "What stops with it?"
  draw 2 from failure

fact lock = if replaceable then no else yes
say "Vendor {vendor}; locked in: {lock}."
speak as cfo about exit, data, outage
`,
}

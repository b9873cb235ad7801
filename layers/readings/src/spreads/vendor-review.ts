import type { Spread } from './spread.ts'

export const vendorReview: Spread = {
  name: 'vendor_review',
  version: '1.0.0',
  title: 'Vendor price, failure and breach',
  script: `spread vendor_review "Vendor price, failure and breach"
deck privacy  = privacy-core@1
deck security = ciso@1
deck failure  = resilience@1
deck run      = mara@1
deck design   = architect@1
deck agents   = llm-agents@1
deck threats  = stride-core@1

ask vendor       "Which vendor is it?" as text
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask replaceable  "Could it be replaced within a month?" as yes/no

position exit "Exit costs"
  draw all from failure where id = resilience-what-they-hold
  draw 1 from run where id = mara-what-is-billed top
position data "Data at the vendor"
  when not data_classes has none or data_classes is unknown
  draw 1 from privacy where id = privacy-vendor top
  draw 2 from privacy where id in (privacy-real-consent, privacy-second-use, privacy-automated-no, privacy-oldest-record, privacy-read-abroad, privacy-access-request, privacy-purpose) top
position proof "Evidence of security"
  draw all from security where id = ciso-supplier-proof
  draw 1 from security where id in (ciso-duty-stays, ciso-supplier-breach, ciso-whose-token, ciso-rotate) top
position outage "Outages and errors"
  draw all from failure where id in (resilience-their-outage, resilience-own-cases)
  draw 1 from failure where id in (resilience-supplier-ends, resilience-common-mode, resilience-second-person, resilience-reconnect-wave, resilience-refuse-first) top
position way "Changes to your own systems"
  draw 1 from design where id in (arch-way-there, arch-foreign-limit, arch-repeat-and-missed, arch-yes-first, arch-sync-chain) top
  draw 1 from threats where id in (stride-unsigned-event, stride-seen-too-much, stride-wide-role, stride-stolen-session) top
position model "Wrong or manipulated model"
  when uses_model
  draw 2 from agents where id in (llm-who-asks, llm-wide-tool, llm-hand-over, llm-made-up, llm-approval, llm-sampled-after) top

fact lock = if replaceable then no else yes
say "Vendor {vendor}; locked in: {lock}."
speak as cfo about exit, data, outage
`,
}

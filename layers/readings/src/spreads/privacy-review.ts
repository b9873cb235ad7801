import type { Spread } from './spread.ts'

export const privacyReview: Spread = {
  name: 'privacy_review',
  version: '1.0.0',
  title: 'Personal data and its deletion',
  script: `spread privacy_review "Personal data and its deletion"
deck privacy = privacy-core@1
deck agents  = llm-agents@1
deck threats = stride-core@1

ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask store        "Where does it store its state?" as one of none, keyvalue, relational, object, vector, cache

position basis "Legal basis and purpose"
  draw all from privacy where id in (privacy-real-consent, privacy-second-use)
position life "Retention and deletion"
  draw all from privacy where id in (privacy-oldest-record, privacy-erasure)
position others "Recipients"
  draw all from privacy where id = privacy-vendor
position people "People and data with special needs"
  draw 6 from privacy where id in (privacy-wrong-match, privacy-curious-staff, privacy-wrong-requester, privacy-twelve, privacy-bystanders, privacy-purpose, privacy-before-first, privacy-health-field, privacy-names-back, privacy-automated-no, privacy-file-tells, privacy-price) top
position leak "Data leaks"
  draw 1 from threats where id in (stride-seen-too-much, stride-stolen-session, stride-loose-logs, stride-link-is-key) top
position model "Use by models"
  when uses_model
  draw 1 from agents where id in (llm-index-rights, llm-neighbor-text, llm-made-up) top

say "{basis.count} cards on the legal basis, {life.count} on retention. Data classes: {data_classes}."
speak as ciso about basis, life, others
`,
}

import type { Spread } from './spread.ts'

export const privacyReview: Spread = {
  name: 'privacy_review',
  version: '1.0.0',
  title: 'Which data of people is here, and how does it end?',
  script: `spread privacy_review "Which data of people is here, and how does it end?"
deck privacy = privacy-core@1
deck agents  = llm-agents@1
deck threats = stride-core@1

ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health
ask store        "Where does it keep its state?" as one of none, keyvalue, relational, object, vector, cache

position basis "On what is it taken, and for what?"
  draw all from privacy where id in (privacy-real-consent, privacy-second-use)
position life "How long does it live, and how does it end?"
  draw all from privacy where id in (privacy-oldest-record, privacy-erasure)
position others "Who else has it, or sees it?"
  draw all from privacy where id = privacy-vendor
position people "Which people and which data need more?"
  draw 6 from privacy where id in (privacy-wrong-match, privacy-curious-staff, privacy-wrong-requester, privacy-twelve, privacy-bystanders, privacy-purpose, privacy-before-first, privacy-health-field, privacy-names-back, privacy-automated-no, privacy-file-tells, privacy-price) top
position leak "How would it get out?"
  draw 1 from threats where id in (stride-seen-too-much, stride-stolen-session, stride-loose-logs, stride-link-is-key) top
position model "What may a model learn or show?"
  when uses_model
  draw 1 from agents where id in (llm-index-rights, llm-neighbor-text, llm-made-up) top

say "{basis.count} on its basis, {life.count} on its end; data classes: {data_classes}."
speak as ciso about basis, life, others
`,
}

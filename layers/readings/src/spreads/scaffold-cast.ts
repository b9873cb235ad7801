import type { Spread } from './spread.ts'

export const scaffoldCast: Spread = {
  name: 'scaffold-cast',
  version: '1.0.0',
  title: 'Which threats and decisions belong into the first commit?',
  script: `spread scaffold_cast "Which threats and decisions belong into the first commit?"
deck threats   = stride-core@1
deck decisions = architect@1
deck choices   = cto@1

ask exposure     "Who can reach it?" as one of public, partner, internal
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health

position threat "Which threats are tested from the first day?"
  draw 6 from threats where severity >= high
position decision "Which decisions are written down?"
  draw 1 from decisions
  draw 1 from choices

say "{threat.count} threats, {decision.count} decisions."
`,
}

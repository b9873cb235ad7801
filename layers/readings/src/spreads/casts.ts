import type { Spread } from './spread.ts'

// A cast is a spread that the platform runs itself: for a classification, a scaffold or a graded text.

export const classifyCast: Spread = {
  name: 'classify-cast',
  version: '1.0.0',
  title: 'Pattern of work',
  script: `spread classify_cast "Pattern of work"
deck shapes = patterns@1

ask trigger     "What starts it?" as one of http, webhook, queue, schedule, stream, file, cli, connection, manual
ask route_shape "Which shape do its routes have?" as one of none, single, resource, graphql, proxy, rpc
ask store       "Where does it store its state?" as one of none, keyvalue, relational, object, vector, cache

position shape "Best match"
  draw 1 from shapes top
position similar "Similar patterns"
  draw all from shapes top

say "{shape.titles}, started by {trigger}."
`,
}

export const scaffoldCast: Spread = {
  name: 'scaffold-cast',
  version: '1.0.0',
  title: 'Threats and decisions for the first commit',
  script: `spread scaffold_cast "Threats and decisions for the first commit"
deck threats   = stride-core@1
deck decisions = architect@1
deck choices   = cto@1

ask exposure     "Who can reach it?" as one of public, partner, internal
ask data_classes "Which classes of data does it touch?" as any of none, pii, phi, pci, financial, biometric, credentials, health

position threat "Threats with tests from the first day"
  draw 6 from threats where severity >= high
position decision "Documented decisions"
  draw 1 from decisions
  draw 1 from choices

say "{threat.count} threats, {decision.count} decisions."
`,
}

export const evalGraderCast: Spread = {
  name: 'eval-grader-cast',
  version: '1.0.0',
  title: 'Most valuable edits',
  script: `spread eval_grader_cast "Most valuable edits"
deck rubric = rubric-core@1

position gaps "Failed checks, the costliest first"
  draw all from rubric top

say "{gaps.count} checks to fix."
`,
}

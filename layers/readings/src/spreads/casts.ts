import type { Spread } from './spread.ts'

export const classifyCast: Spread = {
  name: 'classify-cast',
  version: '1.0.0',
  title: 'Which shape of work is this?',
  script: `spread classify_cast "Which shape of work is this?"
deck shapes = patterns@1

ask trigger     "What starts it?" as one of http, webhook, queue, schedule, stream, file, cli, connection, manual
ask route_shape "Which shape do its routes have?" as one of none, single, resource, graphql, proxy, rpc
ask store       "Where does it keep its state?" as one of none, keyvalue, relational, object, vector, cache

position shape "Which shape fits best?"
  draw 1 from shapes top
position beside "Which other shapes are near?"
  draw all from shapes top

say "{shape.titles}, started by {trigger}."
`,
}

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

export const evalGraderCast: Spread = {
  name: 'eval-grader-cast',
  version: '1.0.0',
  title: 'Which edit gains most?',
  script: `spread eval_grader_cast "Which edit gains most?"
deck rubric = rubric-core@1

position gaps "Which checks fail, the dearest first?"
  draw all from rubric top

say "{gaps.count} checks to look at."
`,
}

import type { RoleBootstrap } from '../api/consultations.ts'

type Words<Name extends keyof RoleBootstrap> = Readonly<Record<RoleBootstrap[Name] & string, string>>

const SIGNAL: Words<'signalType'> = {
  incident: 'incidents',
  metric: 'figures',
  request: 'requests',
  market: 'market',
  regulation: 'law',
  cost: 'cost',
  debt: 'deferred work',
  none: 'unclassified',
}

const SIGNAL_CLASS: Words<'signalClass'> = {
  lagging: 'they describe past events',
  leading: 'they point to coming events',
  mixed: 'some describe past events, some point to coming ones',
  absent: 'they describe neither past nor coming events',
}

const GAP: Words<'gapType'> = {
  knowledge: 'Missing knowledge',
  capability: 'Missing capability',
  evidence: 'Missing evidence',
  ownership: 'Missing owner',
  control: 'Missing control',
  none: 'No gap identified',
}

const GAP_CLASS: Words<'gapClass'> = {
  critical: 'critical: a loss or a law is named, or three signals agree',
  material: 'material: two signals agree',
  minor: 'minor: one signal',
  none: 'not rated',
}

const STRATEGY: Words<'researchStrategy'> = {
  measurement: 'Measurement',
  document_review: 'Document review',
  interview: 'Interviews',
  experiment: 'Small experiment',
  benchmark: 'Benchmark',
}

const RESEARCH: Words<'researchType'> = {
  quantitative: 'quantitative',
  qualitative: 'qualitative',
  mixed: 'quantitative and qualitative',
}

const BAR: Words<'evidenceBar'> = {
  anecdote: 'One account is enough',
  corroborated: 'Two independent sources',
  measured: 'Repeatable measurements',
  audited: 'Independently audited figures',
}

const TIER: Words<'tierAssignment'> = {
  tier1: 'Rules are sufficient: ask the role now.',
  tier2: 'Ask the role. It will list the questions to answer first.',
  tier3: 'A person or a language model must review this first.',
}

const CONFIDENCE: Words<'methodologyConfidence'> = {
  high: 'high: three or more signals of one kind',
  medium: 'medium: two signals of one kind',
  low: 'low: each signal is of a different kind',
}

export const signalFacts = (bootstrap: RoleBootstrap): readonly (readonly [name: string, text: string])[] => [
  ['Signal type', `${SIGNAL[bootstrap.signalType]}; ${SIGNAL_CLASS[bootstrap.signalClass]}`],
  ['Gap', `${GAP[bootstrap.gapType]}; ${GAP_CLASS[bootstrap.gapClass]}`],
  ['Research method', `${STRATEGY[bootstrap.researchStrategy]}, ${RESEARCH[bootstrap.researchType]}`],
  ['Required evidence', BAR[bootstrap.evidenceBar]],
  ['Confidence', CONFIDENCE[bootstrap.methodologyConfidence]],
  ['Next', TIER[bootstrap.tierAssignment]],
]

import type { RoleBootstrap } from '../api/consultations.ts'

type Words<Name extends keyof RoleBootstrap> = Readonly<Record<RoleBootstrap[Name] & string, string>>

const SIGNAL: Words<'signalType'> = {
  incident: 'Incidents',
  metric: 'Figures',
  request: 'Requests',
  market: 'Market',
  regulation: 'Law',
  cost: 'Cost',
  debt: 'Deferred work',
  none: 'Unclassified',
}

const SIGNAL_CLASS: Words<'signalClass'> = {
  lagging: 'past events',
  leading: 'future events',
  mixed: 'past and future events',
  absent: 'neither past nor future events',
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
  critical: 'critical, because a loss or a law is mentioned or three signals agree',
  material: 'material, because two signals agree',
  minor: 'minor, because only one signal indicates it',
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

const EVIDENCE_BAR: Words<'evidenceBar'> = {
  anecdote: 'One account is enough',
  corroborated: 'Two independent sources',
  measured: 'Repeatable measurements',
  audited: 'Independently audited figures',
}

const NEXT_STEPS: Words<'tierAssignment'> = {
  tier1: 'Rules are sufficient: ask the role now.',
  tier2: 'Ask the role. The role lists the questions to answer first.',
  tier3: 'A person or a language model must review this first.',
}

const CONFIDENCE: Words<'methodologyConfidence'> = {
  high: 'High: three or more signals of one kind',
  medium: 'Medium: two signals of one kind',
  low: 'Low: each signal is of a different kind',
}

export const signalFacts = (bootstrap: RoleBootstrap): readonly (readonly [name: string, text: string])[] => [
  ['Signal type', `${SIGNAL[bootstrap.signalType]} (${SIGNAL_CLASS[bootstrap.signalClass]})`],
  ['Gap', `${GAP[bootstrap.gapType]}: ${GAP_CLASS[bootstrap.gapClass]}`],
  ['Research method', `${STRATEGY[bootstrap.researchStrategy]}, ${RESEARCH[bootstrap.researchType]}`],
  ['Required evidence', EVIDENCE_BAR[bootstrap.evidenceBar]],
  ['Confidence', CONFIDENCE[bootstrap.methodologyConfidence]],
  ['Next step', NEXT_STEPS[bootstrap.tierAssignment]],
]

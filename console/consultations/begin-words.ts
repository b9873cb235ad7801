import type { RoleBootstrap } from '../api/consultations.ts'

type Words<Name extends keyof RoleBootstrap> = Readonly<Record<RoleBootstrap[Name] & string, string>>

const SIGNAL: Words<'signalType'> = {
  incident: 'incidents',
  metric: 'figures',
  request: 'requests',
  market: 'the market',
  regulation: 'law',
  cost: 'cost',
  debt: 'what was put off',
  none: 'nothing that has a kind',
}

const SIGNAL_CLASS: Words<'signalClass'> = {
  lagging: 'they tell what has happened',
  leading: 'they tell what is coming',
  mixed: 'some tell what has happened, some what is coming',
  absent: 'they tell neither what has happened nor what is coming',
}

const GAP: Words<'gapType'> = {
  knowledge: 'Something is not known',
  capability: 'Something cannot be done yet',
  evidence: 'Something is not proved',
  ownership: 'Something has no owner',
  control: 'Something is not under control',
  none: 'No gap is named',
}

const GAP_CLASS: Words<'gapClass'> = {
  critical: 'critical: a loss or a law is named, or three signals say the same',
  material: 'material: two signals say the same',
  minor: 'minor: one signal names it',
  none: 'of no weight so far',
}

const STRATEGY: Words<'researchStrategy'> = {
  measurement: 'Measure it',
  document_review: 'Read what is written down',
  interview: 'Ask the people who do it',
  experiment: 'Try it on a small part',
  benchmark: 'Compare it with others',
}

const RESEARCH: Words<'researchType'> = {
  quantitative: 'in figures',
  qualitative: 'in words',
  mixed: 'in figures and in words',
}

const BAR: Words<'evidenceBar'> = {
  anecdote: 'one story is enough',
  corroborated: 'two sources that do not know of each other',
  measured: 'figures that somebody can measure again',
  audited: 'figures that somebody from outside has checked',
}

const TIER: Words<'tierAssignment'> = {
  tier1: 'The rules suffice: ask the role now.',
  tier2: 'Questions come first: ask the role, and it names them.',
  tier3: 'A person or a model has to look at it first.',
}

const CONFIDENCE: Words<'methodologyConfidence'> = {
  high: 'high: three signals or more are of one kind',
  medium: 'medium: two signals are of one kind',
  low: 'low: the signals are each of another kind',
}

export const beginFacts = (begun: RoleBootstrap): readonly (readonly [name: string, text: string])[] => [
  ['The signals are of', `${SIGNAL[begun.signalType]}; ${SIGNAL_CLASS[begun.signalClass]}`],
  ['The gap', `${GAP[begun.gapType]}; ${GAP_CLASS[begun.gapClass]}`],
  ['Find out by', `${STRATEGY[begun.researchStrategy]}, ${RESEARCH[begun.researchType]}`],
  ['What counts as proof', BAR[begun.evidenceBar]],
  ['How sure this is', CONFIDENCE[begun.methodologyConfidence]],
  ['Next', TIER[begun.tierAssignment]],
]

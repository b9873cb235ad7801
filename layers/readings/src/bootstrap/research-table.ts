import type { GapType, SignalType } from './signal-words.ts'

export type ResearchStrategy = 'measurement' | 'document_review' | 'interview' | 'experiment' | 'benchmark'
export type ResearchType = 'quantitative' | 'qualitative' | 'mixed'

/**
 * The research method by signal type and gap type. Documents explain past events, measurements give quantities,
 * interviews give reasons, experiments show feasibility, and benchmarks compare cost and norms.
 */
export const RESEARCH_TABLE: Readonly<Record<SignalType, Readonly<Record<GapType, ResearchStrategy>>>> = {
  incident: {
    knowledge: 'document_review',
    capability: 'experiment',
    evidence: 'measurement',
    ownership: 'interview',
    control: 'experiment',
    none: 'document_review',
  },
  metric: {
    knowledge: 'measurement',
    capability: 'benchmark',
    evidence: 'measurement',
    ownership: 'interview',
    control: 'measurement',
    none: 'measurement',
  },
  request: {
    knowledge: 'interview',
    capability: 'experiment',
    evidence: 'measurement',
    ownership: 'interview',
    control: 'document_review',
    none: 'interview',
  },
  market: {
    knowledge: 'benchmark',
    capability: 'benchmark',
    evidence: 'experiment',
    ownership: 'interview',
    control: 'benchmark',
    none: 'benchmark',
  },
  regulation: {
    knowledge: 'document_review',
    capability: 'interview',
    evidence: 'document_review',
    ownership: 'document_review',
    control: 'document_review',
    none: 'document_review',
  },
  cost: {
    knowledge: 'measurement',
    capability: 'benchmark',
    evidence: 'measurement',
    ownership: 'interview',
    control: 'measurement',
    none: 'benchmark',
  },
  debt: {
    knowledge: 'document_review',
    capability: 'experiment',
    evidence: 'measurement',
    ownership: 'interview',
    control: 'experiment',
    none: 'measurement',
  },
  none: {
    knowledge: 'interview',
    capability: 'interview',
    evidence: 'measurement',
    ownership: 'interview',
    control: 'document_review',
    none: 'interview',
  },
}

export const RESEARCH_TYPES: Readonly<Record<ResearchStrategy, ResearchType>> = {
  measurement: 'quantitative',
  document_review: 'qualitative',
  interview: 'qualitative',
  experiment: 'mixed',
  benchmark: 'quantitative',
}

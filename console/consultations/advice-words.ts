import type { AgentAnalysis, AgentGuidance } from '../api/consultations.ts'
import { type FactValue, factText } from '../readings/fact-words.ts'

export type Finding = AgentAnalysis['findings'][number]

const CONFIDENCE: Readonly<Record<Finding['confidence'], string>> = {
  high: 'Every fact that it rests on is known',
  medium: 'It rests on no fact of yours',
  low: 'A fact that it rests on is not known',
}

export const confidenceWhy = ({ confidence }: Pick<Finding, 'confidence'>): string => CONFIDENCE[confidence]

type Due = AgentGuidance['next_steps'][number]['due']

const DUE: Readonly<Record<Due, string>> = {
  before_build: 'Before it is built',
  before_launch: 'Before it is launched',
  within_30_days: 'Within 30 days',
}

const ORDER = Object.keys(DUE) as readonly Due[]

export const dueWords = (due: Due): string => DUE[due]

export const byDue = (steps: AgentGuidance['next_steps']): AgentGuidance['next_steps'] =>
  steps.toSorted((one, other) => ORDER.indexOf(one.due) - ORDER.indexOf(other.due))

export const ownerWords = (owner: string): string => (owner.length <= 4 ? owner.toUpperCase() : owner)

const TOLD = /^told_(\d+)$/

/** A fact by its name; `told_1` is what somebody wrote in words of their own. */
export const factName = (name: string): string => {
  const [, nth] = TOLD.exec(name) ?? []
  return nth === undefined ? name.replaceAll('_', ' ') : `what you told, ${nth}`
}

const isFact = (value: unknown): value is FactValue =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))

/** A value of a fact; what is none of the kinds stands as JSON. */
export const valueText = (value: unknown): string => (isFact(value) ? factText(value) : JSON.stringify(value))

export const becauseText = (because: Finding['because']): string =>
  because.map(({ fact, value }) => `${factName(fact)} is ${valueText(value)}`).join(', ')

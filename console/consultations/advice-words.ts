import type { AgentAnalysis, AgentGuidance } from '../api/consultations.ts'
import { type FactValue, factText } from '../readings/fact-words.ts'

export type Finding = AgentAnalysis['findings'][number]

const CONFIDENCE: Readonly<Record<Finding['confidence'], string>> = {
  high: 'All supporting facts are known',
  medium: 'Not based on facts that you provided',
  low: 'A supporting fact is unknown',
}

export const confidenceReason = ({ confidence }: Pick<Finding, 'confidence'>): string => CONFIDENCE[confidence]

type Due = AgentGuidance['next_steps'][number]['due']

const DUE: Readonly<Record<Due, string>> = {
  before_build: 'Before build',
  before_launch: 'Before launch',
  within_30_days: 'Within 30 days',
}

const DUE_ORDER = Object.keys(DUE) as readonly Due[]

export const dueWords = (due: Due): string => DUE[due]

export const sortByDue = (steps: AgentGuidance['next_steps']): AgentGuidance['next_steps'] =>
  steps.toSorted((one, other) => DUE_ORDER.indexOf(one.due) - DUE_ORDER.indexOf(other.due))

/** Returns the owner of a step. Role abbreviations such as `cto` are capitalized. */
export const ownerWords = (owner: string): string => (owner.length <= 4 ? owner.toUpperCase() : owner)

const STATEMENT = /^told_(\d+)$/

/** Returns the display name of a fact. `told_1` is the first fact entered as free text. */
export const factName = (name: string): string => {
  const [, statementNumber] = STATEMENT.exec(name) ?? []
  return statementNumber === undefined ? name.replaceAll('_', ' ') : `your statement ${statementNumber}`
}

const isFact = (value: unknown): value is FactValue =>
  typeof value === 'string' ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (Array.isArray(value) && value.every((each) => typeof each === 'string'))

/** Formats the value of a fact; values of other types are shown as JSON. */
export const valueText = (value: unknown): string => (isFact(value) ? factText(value) : JSON.stringify(value))

export const becauseText = (because: Finding['because']): string =>
  because.map(({ fact, value }) => `${factName(fact)} is ${valueText(value)}`).join(', ')

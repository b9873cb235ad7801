import { type Code, code, markdownText } from './code.ts'
import type { Governance, PlannedRequirement } from './governance.ts'
import type { ScaffoldInput } from './input.ts'

/**
 * Clauses of the intention that are not accounted for, or not whole. They are compared by their words: some may be built in
 * other words than the intention's, so only what a project certainly has not is called not built.
 */
export const unmet = ({ requirements }: Pick<Governance, 'requirements'>): PlannedRequirement[] =>
  requirements.filter(({ status }) => status !== 'built')

const sentences = (requirement: PlannedRequirement): string[] => {
  const { status, metBy = [], said = [], left = [], absent = [], otherwise = [], testIds } = requirement
  const part = said.length > 0 ? `, "${said.join('", "')}"` : ''
  const by = status === 'partly' ? [`In part by ${metBy.join(', ')}${part} (${testIds.join(', ')})`] : []
  const not = absent.length > 0 ? [`Not built: ${absent.join(', ')}`] : []
  const other = otherwise.length > 0 ? [`Otherwise: ${otherwise.join('; ')}`] : []
  const isWhole = status === 'open' && not.length === 0 && other.length === 0
  if (isWhole) return ['Not recognized in what is built: check']
  return [
    ...by,
    ...not,
    ...other,
    ...(left.length > 0 ? [`Not recognized in what is built, check: ${left.join(', ')}`] : []),
  ]
}

export const unmetLine = (requirement: PlannedRequirement): Code =>
  code`- ${requirement.id as Code} "${markdownText(requirement.text)}". ${markdownText(sentences(requirement).join('. '))}.`

export const unmetQuestion = (requirement: PlannedRequirement): string =>
  `${requirement.id} "${requirement.text}". ${sentences(requirement).join('. ')}.`

type Classified = NonNullable<ScaffoldInput['classification']>

/** The pattern that came next: by words where relevance chose, else the second by words. */
const runnerUp = ({ pattern, vocab_signal: first, runner_up_vocab_signal: second }: Classified): string | undefined =>
  [first, second].find((each): each is string => typeof each === 'string' && each !== 'none' && each !== pattern)

/** What README says first where nobody can be sure that the pattern is the one that was meant; undefined where one can. */
export const doubtOf = (
  { pattern, classification }: Pick<ScaffoldInput, 'pattern' | 'classification'>,
  { requirements }: Pick<Governance, 'requirements'>,
): string | undefined => {
  const clauses = requirements.filter(({ source }) => source === 'intention')
  const reasons = [
    ...(classification?.confidence === 'low' ? ['the intention was classified with low confidence'] : []),
    ...(clauses.every(({ status }) => status === 'open')
      ? ['no clause of the intention is recognized in what is built']
      : []),
  ]
  if (reasons.length === 0) return undefined
  const next = classification === undefined ? undefined : runnerUp(classification)
  const other = next === undefined ? 'No other pattern matches the words' : `The next was ${next}`
  const chosen = classification === undefined ? '' : ` ${other}; send "pattern" to choose another.`
  return `This may be the wrong pattern, ${pattern}: ${reasons.join(', and ')}.${chosen}`
}

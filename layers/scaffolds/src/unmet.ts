import { type Code, code, markdownText } from './code.ts'
import type { Governance, PlannedRequirement } from './governance.ts'
import type { ScaffoldInput } from './input.ts'

/**
 * Returns the clauses of the intention that the project does not fully implement. The comparison uses words, and a
 * project may implement a clause in other words. So only features that are certainly absent are reported as not built.
 */
export const unmetRequirements = ({ requirements }: Pick<Governance, 'requirements'>): PlannedRequirement[] =>
  requirements.filter(({ status }) => status !== 'built')

const sentences = (requirement: PlannedRequirement): string[] => {
  const { status, metBy = [], matched = [], unmatched = [], missing = [], different = [], testIds } = requirement
  const matchedText = matched.length > 0 ? `, "${matched.join('", "')}"` : ''
  const partlyMet =
    status === 'partly' ? [`Partly met by ${metBy.join(', ')}${matchedText} (${testIds.join(', ')})`] : []
  const notBuilt = missing.length > 0 ? [`Not built: ${missing.join(', ')}`] : []
  const differing = different.length > 0 ? [`Differs: ${different.join('; ')}`] : []
  const isUnrecognized = status === 'open' && notBuilt.length === 0 && differing.length === 0
  if (isUnrecognized) return ['Not recognized in the project: check it']
  return [
    ...partlyMet,
    ...notBuilt,
    ...differing,
    ...(unmatched.length > 0 ? [`Not recognized in the project, check: ${unmatched.join(', ')}`] : []),
  ]
}

export const unmetLine = (requirement: PlannedRequirement): Code =>
  code`- ${requirement.id as Code} "${markdownText(requirement.text)}". ${markdownText(sentences(requirement).join('. '))}.`

export const unmetQuestion = (requirement: PlannedRequirement): string =>
  `${requirement.id} "${requirement.text}". ${sentences(requirement).join('. ')}.`

type Classified = NonNullable<ScaffoldInput['classification']>

/** Returns the best pattern by vocabulary, or the second best if the best was chosen. */
const runnerUp = ({
  pattern,
  vocab_signal: bestSignal,
  runner_up_vocab_signal: runnerUpSignal,
}: Classified): string | undefined =>
  [bestSignal, runnerUpSignal].find(
    (each): each is string => typeof each === 'string' && each !== 'none' && each !== pattern,
  )

/** Returns the warning at the top of the README when the pattern is uncertain, else undefined. */
export const patternWarning = (
  { pattern, classification }: Pick<ScaffoldInput, 'pattern' | 'classification'>,
  { requirements }: Pick<Governance, 'requirements'>,
): string | undefined => {
  const clauses = requirements.filter(({ source }) => source === 'intention')
  const reasons = [
    ...(classification?.confidence === 'low' ? ['the intention was classified with low confidence'] : []),
    ...(clauses.every(({ status }) => status === 'open')
      ? ['no clause of the intention is recognized in the project']
      : []),
  ]
  if (reasons.length === 0) return undefined
  const otherPattern = classification === undefined ? undefined : runnerUp(classification)
  const runnerUpText =
    otherPattern === undefined ? 'No other pattern matches the words' : `The next best pattern was ${otherPattern}`
  const alternative = classification === undefined ? '' : ` ${runnerUpText}; send "pattern" to choose another.`
  return `This may be the wrong pattern, ${pattern}: ${reasons.join(', and ')}.${alternative}`
}

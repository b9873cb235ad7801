import { ROLES } from '../decks/roles.ts'
import { type Invention, inventions, proseSource, type Source } from '../prose/inventions.ts'
import type { AgentRunResult, ModelOutcome } from './agent-run.ts'
import { wordCount } from './consult-prose.ts'
import { CONSULT_LIMITS } from './input-checks.ts'

export type ProseFault = Invention | { readonly kind: 'empty' | 'too_long'; readonly text: string }

type ProseSource = Pick<AgentRunResult, 'analysis' | 'guidance' | 'symbolicResponse' | 'role_title'>

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const sourceOf = ({ analysis, guidance, symbolicResponse, role_title }: ProseSource, intention: string): Source => {
  const { findings, options, open_questions, summary } = analysis
  const questions = open_questions.map(({ decides: _, ...question }) => question)
  const texts = [findings, options, questions, summary, guidance, symbolicResponse, role_title]
  return proseSource([...textsIn(texts), ...Object.keys(symbolicResponse.facts), intention].join('\n'))
}

/** Upper limit for 400 words. Longer text contains unusually long words. */
const CHARACTERS_MAX = 6_000

/**
 * Returns the reasons to reject model prose: no text, more than 400 words, or a number, ID, address or name that is
 * neither in the result nor in the intention. If in doubt, the prose is rejected.
 */
export const proseFaults = (prose: string, result: ProseSource, intention: string): readonly ProseFault[] => {
  const text = prose.normalize('NFKC')
  if (text.trim() === '') return [{ kind: 'empty', text: '' }]
  const source = sourceOf(result, intention.normalize('NFKC'))
  const words = wordCount(text)
  if (words > CONSULT_LIMITS.narrativeWords) return [{ kind: 'too_long', text: `${words} words` }]
  if (text.length > CHARACTERS_MAX) return [{ kind: 'too_long', text: `${text.length} characters` }]
  return inventions(text, source)
}

export const isUsable = (prose: string, result: ProseSource, intention: string): boolean =>
  proseFaults(prose, result, intention).length === 0

export type ModelAnswer =
  | { readonly model: string; readonly prose: string }
  | { readonly model: string; readonly outcome: Exclude<ModelOutcome, 'unusable'> }

export const withModelProse = (result: AgentRunResult, answer: ModelAnswer, intention: string): AgentRunResult => {
  const { metadata } = result
  const { model } = answer
  if ('prose' in answer && isUsable(answer.prose, result, intention))
    return { ...result, response: answer.prose.trim(), metadata: { ...metadata, method: 'model', model } }
  const model_outcome = 'outcome' in answer ? answer.outcome : 'unusable'
  return { ...result, metadata: { ...metadata, model, model_outcome } }
}

/** Returns the data of a consultation for a model's prompt. */
export const proseBrief = ({ role, analysis, guidance }: AgentRunResult): string =>
  JSON.stringify({ role: ROLES[role], analysis, guidance })

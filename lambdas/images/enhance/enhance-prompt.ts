import { createHash } from 'node:crypto'
import { enhanceByRules, RULES_VERSION, type RuleInput, type SkippedReason } from './prompt-rules.ts'

const ADDED_WORDS_MAX = 40

/** Allows words and commas only: no quotations to draw, no chat roles, no markup. */
const PLAIN_WORDS = /^[\p{L}\p{M}\p{N} ,'’-]+$/u

/** Words of answers that discuss the task, and of prohibitions: image models draw what a prohibition names. */
const META_WORDS =
  /(?<!\p{L})(?:ignore|instructions?|prompts?|sorry|cannot|please|assistant|system|no|not|without|never)(?!\p{L})/iu

const collapseSpaces = (text: string): string => text.trim().replace(/\s+/g, ' ')

/**
 * Returns the author's words unchanged, followed by the additions of a language model. Undefined if the answer does not
 * start with those words, adds nothing or too much, or adds more than a description.
 */
const validAnswer = (answer: string, { prompt, maxLength }: Pick<RuleInput, 'prompt' | 'maxLength'>) => {
  const start = collapseSpaces(prompt).replace(/[.,;]+$/, '')
  const text = collapseSpaces(answer)
  if (!text.toLowerCase().startsWith(start.toLowerCase())) return undefined
  const addition = text.slice(start.length)
  // The addition must start a new word, not continue the last one.
  if (!/^[.,;\s]/.test(addition)) return undefined
  const added = addition.replace(/^[.,;\s]+/, '').replace(/[.,;]+$/, '')
  if (!PLAIN_WORDS.test(added) || META_WORDS.test(added) || added.split(' ').length > ADDED_WORDS_MAX) return undefined
  const combined = `${prompt.trim().replace(/[.,;]+$/, '')}, ${added}`
  return [...combined].length <= maxLength ? combined : undefined
}

export interface PromptWriter {
  readonly name: string
  rewrite(prompt: string, signal: AbortSignal): Promise<string>
}

export interface Enhancement {
  readonly prompt: string
  readonly version: string
  readonly strategy: 'none' | 'rules' | 'llm'
  readonly applied: readonly string[]
  readonly skipped_reason?: SkippedReason
  readonly model?: string
  /** Reason why the rules were used although a model was called: late, failed, or unusable answer. */
  readonly model_outcome?: 'late' | 'failed' | 'unusable'
  readonly latency_ms?: number
  /** Digest of the original prompt, hex; equal for jobs with the same prompt. */
  readonly prompt_sha256: string
}

export interface EnhanceDeps {
  /** Absent: only the rules enhance. */
  readonly writer?: PromptWriter | undefined
  readonly now: () => Date
}

/** Short, because a caller waits for this step. */
export const WRITER_BUDGET_MS = 2_000

type ModelAttempt = { readonly model: string; readonly latency_ms: number } & (
  | { readonly text: string }
  | { readonly model_outcome: 'late' | 'failed' | 'unusable' }
)

/** Calls the writer if configured. Never throws: without a usable answer the rules decide. */
const modelAttempt = async ({ writer, now }: EnhanceDeps, input: RuleInput): Promise<ModelAttempt | undefined> => {
  if (writer === undefined) return undefined
  const startedAt = now().getTime()
  const signal = AbortSignal.timeout(WRITER_BUDGET_MS)
  const timeLimit = new Promise<'late'>((resolve) =>
    signal.addEventListener('abort', () => resolve('late'), { once: true }),
  )
  const answer = writer.rewrite(input.prompt, signal).then(
    (text) => ({ text: validAnswer(text, input) }),
    () => 'failed' as const,
  )
  const outcome = await Promise.race([answer, timeLimit])
  const callFacts = { model: writer.name, latency_ms: now().getTime() - startedAt }
  if (typeof outcome === 'string') return { ...callFacts, model_outcome: signal.aborted ? 'late' : outcome }
  const { text } = outcome
  return text === undefined ? { ...callFacts, model_outcome: 'unusable' } : { ...callFacts, text }
}

const digestOf = (prompt: string): string => createHash('sha256').update(prompt).digest('hex')

export const notEnhanced = (prompt: string): Enhancement => ({
  version: RULES_VERSION,
  prompt_sha256: digestOf(prompt),
  prompt,
  strategy: 'none',
  applied: [],
  skipped_reason: 'not_requested',
})

/**
 * Returns the prompt to send to the image model and how it was derived (spec image-service 2.1, `final_prompt` and
 * `enhancement_logic`). A language model, if configured, has two seconds; if it is late or fails, the rules decide.
 * Crafted prompts, prompts with quoted text, and edit instructions stay unchanged and are not sent to the language
 * model.
 */
export const enhancePrompt = async (deps: EnhanceDeps, input: RuleInput): Promise<Enhancement> => {
  const common = { version: RULES_VERSION, prompt_sha256: digestOf(input.prompt) }
  const { prompt, applied, skippedReason } = enhanceByRules(input)
  const mayBeWritten = skippedReason === undefined || skippedReason === 'no_category'
  const attempt = mayBeWritten ? await modelAttempt(deps, input) : undefined
  if (attempt && 'text' in attempt) {
    const { text, model, latency_ms } = attempt
    return { ...common, prompt: text, strategy: 'llm', applied: [], model, latency_ms }
  }
  if (skippedReason !== undefined) {
    return { ...common, ...attempt, prompt, strategy: 'none', applied: [], skipped_reason: skippedReason }
  }
  return { ...common, ...attempt, prompt, strategy: 'rules', applied }
}

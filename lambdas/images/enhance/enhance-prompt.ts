import { createHash } from 'node:crypto'
import { enhanceByRules, RULES_VERSION, type RuleInput, type SkippedReason } from './prompt-rules.ts'

const ADDED_WORDS_MAX = 40

/** Allows words and commas only: no quotations to draw, no chat roles, no markup. */
const DESCRIPTION = /^[\p{L}\p{M}\p{N} ,'’-]+$/u

/**
 * Phrases of answers that discuss the task instead of doing it, and of prohibitions, which models draw nevertheless.
 */
const TALK =
  /(?<!\p{L})(?:ignore|instructions?|prompts?|sorry|cannot|please|assistant|system|no|not|without|never)(?!\p{L})/iu

const spaced = (text: string): string => text.trim().replace(/\s+/g, ' ')

/**
 * Returns the author's words unchanged, followed by the additions of a language model. Undefined if its answer does not
 * start with those words, adds nothing or too much, or adds anything but a description.
 */
const faithful = (answer: string, { prompt, maxLength }: Pick<RuleInput, 'prompt' | 'maxLength'>) => {
  const begun = spaced(prompt).replace(/[.,;]+$/, '')
  const text = spaced(answer)
  if (!text.toLowerCase().startsWith(begun.toLowerCase())) return undefined
  const rest = text.slice(begun.length)
  // The addition must start a new word, not continue the last one.
  if (!/^[.,;\s]/.test(rest)) return undefined
  const added = rest.replace(/^[.,;\s]+/, '').replace(/[.,;]+$/, '')
  if (!DESCRIPTION.test(added) || TALK.test(added) || added.split(' ').length > ADDED_WORDS_MAX) return undefined
  const whole = `${prompt.trim().replace(/[.,;]+$/, '')}, ${added}`
  return [...whole].length <= maxLength ? whole : undefined
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
const modelAttempt = async ({ writer, now }: EnhanceDeps, order: RuleInput): Promise<ModelAttempt | undefined> => {
  if (writer === undefined) return undefined
  const began = now().getTime()
  const signal = AbortSignal.timeout(WRITER_BUDGET_MS)
  const late = new Promise<'late'>((resolve) => signal.addEventListener('abort', () => resolve('late'), { once: true }))
  const answer = writer.rewrite(order.prompt, signal).then(
    (text) => ({ text: faithful(text, order) }),
    () => 'failed' as const,
  )
  const outcome = await Promise.race([answer, late])
  const about = { model: writer.name, latency_ms: now().getTime() - began }
  if (typeof outcome === 'string') return { ...about, model_outcome: signal.aborted ? 'late' : outcome }
  const { text } = outcome
  return text === undefined ? { ...about, model_outcome: 'unusable' } : { ...about, text }
}

const digestOf = (prompt: string): string => createHash('sha256').update(prompt).digest('hex')

export const notEnhanced = (prompt: string): Enhancement => ({
  version: RULES_VERSION,
  prompt_sha256: digestOf(prompt),
  prompt,
  strategy: 'none',
  applied: [],
  skipped_reason: 'not_asked',
})

/**
 * Returns the prompt to paint and its origin (spec 2.1, `final_prompt` and `enhancement_logic`). A language model has
 * two seconds; without one, or if it is late or fails, the rules decide. Prompts that the rules leave unchanged are
 * never sent to a model: they are crafted, quoted, or instructions.
 */
export const enhancePrompt = async (deps: EnhanceDeps, order: RuleInput): Promise<Enhancement> => {
  const about = { version: RULES_VERSION, prompt_sha256: digestOf(order.prompt) }
  const { prompt, applied, skippedReason } = enhanceByRules(order)
  const mayBeWritten = skippedReason === undefined || skippedReason === 'no_category'
  const attempt = mayBeWritten ? await modelAttempt(deps, order) : undefined
  if (attempt && 'text' in attempt) {
    const { text, model, latency_ms } = attempt
    return { ...about, prompt: text, strategy: 'llm', applied: [], model, latency_ms }
  }
  if (skippedReason !== undefined) {
    return { ...about, ...attempt, prompt, strategy: 'none', applied: [], skipped_reason: skippedReason }
  }
  return { ...about, ...attempt, prompt, strategy: 'rules', applied }
}

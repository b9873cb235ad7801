import { createHash } from 'node:crypto'
import { enhanceByRules, RULES_VERSION, type RuleInput, type SkippedReason } from './prompt-rules.ts'

/** A language model behind its port: rewrites a prompt, or throws. */
export interface PromptWriter {
  /** Named in `enhancement_logic`. */
  readonly name: string
  rewrite(prompt: string, signal: AbortSignal): Promise<string>
}

/** What was done with a prompt, as the job tells it. */
export interface Enhancement {
  readonly prompt: string
  readonly version: string
  readonly strategy: 'none' | 'rules' | 'llm'
  readonly applied: readonly string[]
  readonly skipped_reason?: SkippedReason
  readonly model?: string
  /** Milliseconds that the language model took; absent without one, for rules take none. */
  readonly latency_ms?: number
  /** Of the original prompt, hex: tells whether two jobs began with the same words. */
  readonly prompt_sha256: string
}

export interface EnhanceDeps {
  /** Absent: rules alone. */
  readonly writer?: PromptWriter | undefined
  readonly now: () => Date
}

/** A caller waits for this step: what takes longer is not worth it. */
export const WRITER_BUDGET_MS = 2_000

const isUsable = (text: string, { prompt, maxLength }: RuleInput): boolean =>
  text.trim() !== '' && text.trim() !== prompt.trim() && [...text].length <= maxLength

/** The writer's text, or nothing when it fails, is late or returns what cannot be used. */
const written = async (
  { writer, now }: EnhanceDeps,
  order: RuleInput,
): Promise<{ text: string; ms: number } | undefined> => {
  if (writer === undefined) return undefined
  const began = now().getTime()
  const signal = AbortSignal.timeout(WRITER_BUDGET_MS)
  const late = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined), { once: true }),
  )
  const text = await Promise.race([writer.rewrite(order.prompt, signal).catch(() => undefined), late])
  if (text === undefined || !isUsable(text, order)) return undefined
  return { text: text.trim(), ms: now().getTime() - began }
}

const digestOf = (prompt: string): string => createHash('sha256').update(prompt).digest('hex')

/** A prompt that is painted as it came, because nobody asked for more. */
export const notEnhanced = (prompt: string): Enhancement => ({
  version: RULES_VERSION,
  prompt_sha256: digestOf(prompt),
  prompt,
  strategy: 'none',
  applied: [],
  skipped_reason: 'not_asked',
})

/**
 * The prompt that is painted, and what was done to get it (spec 2.1, `final_prompt` and `enhancement_logic`). A language
 * model has two seconds; without one, late or failing, the rules decide. Prompts that the rules leave alone are never sent
 * to a model: they are crafted, quoted, or instructions.
 */
export const enhancePrompt = async (deps: EnhanceDeps, order: RuleInput): Promise<Enhancement> => {
  const about = { version: RULES_VERSION, prompt_sha256: digestOf(order.prompt) }
  const { prompt, applied, skippedReason } = enhanceByRules(order)
  const mayBeWritten = skippedReason === undefined || skippedReason === 'no_category'
  const better = mayBeWritten ? await written(deps, order) : undefined
  if (better !== undefined) {
    const model = deps.writer?.name ?? ''
    return { ...about, prompt: better.text, strategy: 'llm', applied: [], model, latency_ms: better.ms }
  }
  if (skippedReason !== undefined) {
    return { ...about, prompt, strategy: 'none', applied: [], skipped_reason: skippedReason }
  }
  return { ...about, prompt, strategy: 'rules', applied }
}

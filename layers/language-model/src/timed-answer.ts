import type { Completion, LanguageModel } from './language-model.ts'

export type TimedAnswer = { readonly text: string } | { readonly outcome: 'late' | 'failed' }

/**
 * Calls the model once, and waits no longer than the signal allows. Never throws: callers continue without an answer
 * (docs/adr/0015).
 */
export const timedAnswer = async (
  model: LanguageModel,
  completion: Completion,
  signal: AbortSignal,
): Promise<TimedAnswer> => {
  const failed = (): TimedAnswer => ({ outcome: signal.aborted ? 'late' : 'failed' })
  if (signal.aborted) return failed()
  const late = new Promise<TimedAnswer>((resolve) =>
    signal.addEventListener('abort', () => resolve(failed()), { once: true }),
  )
  const answer = model
    .complete(completion, signal)
    .then(({ text, stopReason }) => (stopReason === 'end_turn' ? { text } : failed()), failed)
  return Promise.race([answer, late])
}

import type { Completion, LanguageModel } from './language-model.ts'

export type TimedAnswer = { readonly text: string } | { readonly outcome: 'late' | 'failed' }

/**
 * Calls the model once, and waits until the signal aborts at the latest. An answer that was cut off counts as failed.
 * Never throws: callers continue without an answer (docs/adr/0015).
 */
export const timedAnswer = async (
  model: LanguageModel,
  completion: Completion,
  signal: AbortSignal,
): Promise<TimedAnswer> => {
  const failure = (): TimedAnswer => ({ outcome: signal.aborted ? 'late' : 'failed' })
  if (signal.aborted) return failure()
  const late = new Promise<TimedAnswer>((resolve) =>
    signal.addEventListener('abort', () => resolve(failure()), { once: true }),
  )
  const answer = model
    .complete(completion, signal)
    .then(({ text, stopReason }) => (stopReason === 'end_turn' ? { text } : failure()), failure)
  return Promise.race([answer, late])
}

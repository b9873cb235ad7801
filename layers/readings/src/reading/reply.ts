import type { Reading, ReadingOutcome, TraceEntry } from '../record/reading.ts'

export const RESPONSE_MODES = ['structured', 'narrative', 'raw'] as const
export type ResponseMode = (typeof RESPONSE_MODES)[number]

export type NarrativeReading = Pick<Reading, 'spread' | 'seed' | 'output' | 'oracle' | 'facts' | 'questions'>
export type RawReading = Reading & { readonly trace: readonly TraceEntry[] }

/** Returns a reading in the requested mode: complete, only its prose, or complete with each draw. */
export const replyOf = (
  { reading, trace }: Extract<ReadingOutcome, { ok: true }>,
  mode: ResponseMode,
): Reading | NarrativeReading | RawReading => {
  if (mode === 'structured') return reading
  if (mode === 'raw') return { ...reading, trace }
  const { spread, seed, output, oracle, facts, questions } = reading
  return { spread, seed, output, ...(oracle && { oracle }), facts, questions }
}

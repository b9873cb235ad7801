import { ability } from './ability.ts'

/**
 * Lines that end a span, of every other function of the stage. CloudWatch Logs brings them as they are written; what the
 * function fails on three times comes to its queue. It has no such delivery of its own lines, which would never end.
 */
export const spans = ability<true>()({
  allows: 'Receives the lines of all functions that end a span',
  local: { instead: 'the lines of functions, as the runner keeps them' },
})

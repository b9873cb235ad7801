import { ability } from './ability.ts'

/**
 * The log lines that end a span, from all other functions of the stage, which CloudWatch Logs delivers as they are
 * written. A delivery that fails three times goes to the function's queue. The function does not receive its own lines,
 * to prevent a loop.
 */
export const spans = ability<true>()({
  allows: 'Receives the log lines that end a span, from all functions',
  local: { instead: 'the log lines of functions, from the local runner' },
})

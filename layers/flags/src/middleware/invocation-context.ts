import type { EvaluationContext } from '../definition.ts'

/**
 * Returns the context from the application's function, or an empty one if it throws, because flags must not fail an
 * invocation.
 */
export const invocationContext = <Event>(
  contextOf: (event: Event) => EvaluationContext,
  event: Event,
): EvaluationContext => {
  try {
    return contextOf(event)
  } catch {
    return {}
  }
}

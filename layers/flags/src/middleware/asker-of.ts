import type { EvaluationContext } from '../definition.ts'

/** The context from the application's own function; an empty one if it throws, because flags fail no invocation. */
export const askerOf = <Event>(contextOf: (event: Event) => EvaluationContext, event: Event): EvaluationContext => {
  try {
    return contextOf(event)
  } catch {
    return {}
  }
}

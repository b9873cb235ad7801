import type { EvaluationContext } from '../definition.ts'

/** Who asks, by the application's own function; nobody where that throws, for flags fail no invocation. */
export const askerOf = <Event>(contextOf: (event: Event) => EvaluationContext, event: Event): EvaluationContext => {
  try {
    return contextOf(event)
  } catch {
    return {}
  }
}

import { Refusal } from '@signet/kernel'

/** Returns the result, or throws a refusal; for tests in which no refusal is expected. */
export const requireUnrefused = <T>(answer: T): Exclude<T, Refusal> => {
  if (answer instanceof Refusal) throw answer
  return answer as Exclude<T, Refusal>
}

/** Awaits a use case and returns its result, or throws a refusal. */
export const requireGranted = async <T>(answer: Promise<T>): Promise<Exclude<T, Refusal>> =>
  requireUnrefused(await answer)

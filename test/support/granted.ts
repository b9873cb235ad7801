import { Refusal } from '@signet/kernel'

/** The answer without refusals: a refusal is thrown, for tests in which there must be none. */
export const unrefused = <T>(answer: T): Exclude<T, Refusal> => {
  if (answer instanceof Refusal) throw answer
  return answer as Exclude<T, Refusal>
}

/** The same of a use case that answers later. */
export const granted = async <T>(answer: Promise<T>): Promise<Exclude<T, Refusal>> => unrefused(await answer)

import type { MeasureDeps } from '../rules/measure.ts'

/** The same answer to the same question, asked once. What fails is asked again. */
const once = <Args extends readonly unknown[], Result>(ask: (...args: Args) => Promise<Result>) => {
  const answers = new Map<string, Promise<Result>>()
  return (...args: Args): Promise<Result> => {
    const question = JSON.stringify(args)
    const earlier = answers.get(question)
    if (earlier !== undefined) return earlier
    const answer = ask(...args)
    answers.set(question, answer)
    answer.catch(() => answers.delete(question))
    return answer
  }
}

/** Reads of one look at a tenant: many rules ask for the same minutes of the same worker. */
export const readOnce = ({ counters, caps }: MeasureDeps): MeasureDeps => ({
  counters: { units: once(counters.units) },
  caps: { days: once(caps.days) },
})

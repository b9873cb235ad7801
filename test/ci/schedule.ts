import type { Judge } from './judge.ts'

/** What a machine has to give to judges that run side by side. */
export interface Machine {
  readonly cores: number
  readonly memoryGb: number
}

/** Judges wait for half of their time on average, so that somewhat more of them run than there are cores. */
const OVERCOMMITMENT = 1.5

const coresOf = ({ cores = 1 }: Judge): number => cores
const memoryOf = ({ memoryGb = 1 }: Judge): number => memoryGb
const sum = (judges: Iterable<Judge>, of: (judge: Judge) => number): number =>
  [...judges].reduce((total, judge) => total + of(judge), 0)

/** Whether a judge may begin beside those that run. One alone may always. */
export const mayBegin = (judge: Judge, running: ReadonlySet<Judge>, { cores, memoryGb }: Machine): boolean => {
  if (running.size === 0) return true
  if (judge.isAlone || [...running].some(({ isAlone }) => isAlone)) return false
  return (
    sum(running, coresOf) + coresOf(judge) <= cores * OVERCOMMITMENT &&
    sum(running, memoryOf) + memoryOf(judge) <= memoryGb
  )
}

/**
 * Runs judges side by side, in their order as far as the machine has room; those that are alone come last, and one whose
 * forerunner is chosen waits for it. `run` never rejects.
 */
export const runJudges = async (
  judges: readonly Judge[],
  machine: Machine,
  run: (judge: Judge) => Promise<void>,
): Promise<void> => {
  const waiting = [...judges.filter(({ isAlone }) => !isAlone), ...judges.filter(({ isAlone }) => isAlone)]
  const running = new Map<Judge, Promise<void>>()
  const isUnfinished = (name: string) => [...waiting, ...running.keys()].some((judge) => judge.name === name)
  const next = (): Judge | undefined =>
    waiting.find(
      (judge) =>
        !(judge.after ?? []).some(isUnfinished) &&
        mayBegin(judge, new Set(running.keys()), machine) &&
        (!judge.isAlone || waiting.every(({ isAlone }) => isAlone)),
    )
  while (waiting.length + running.size > 0) {
    for (let judge = next(); judge !== undefined; judge = next()) {
      const begun = judge
      waiting.splice(waiting.indexOf(begun), 1)
      running.set(
        begun,
        run(begun).finally(() => running.delete(begun)),
      )
    }
    await Promise.race(running.values())
  }
}

import type { Judge } from './judge.ts'

/** The capacity that judges running in parallel share. */
export interface Machine {
  readonly cores: number
  readonly memoryGb: number
}

/** The ratio of reserved cores to cores. Judges wait for half of their time on average. */
const OVERCOMMITMENT = 1.5

const coresOf = ({ cores = 1 }: Judge): number => cores
const memoryOf = ({ memoryGb = 1 }: Judge): number => memoryGb
const sum = (judges: Iterable<Judge>, amountOf: (judge: Judge) => number): number =>
  [...judges].reduce((total, judge) => total + amountOf(judge), 0)

/** Returns whether a judge may start while the others run. If none runs, every judge may start. */
export const mayStart = (judge: Judge, running: ReadonlySet<Judge>, { cores, memoryGb }: Machine): boolean => {
  if (running.size === 0) return true
  if (judge.isAlone || [...running].some(({ isAlone }) => isAlone)) return false
  return (
    sum(running, coresOf) + coresOf(judge) <= cores * OVERCOMMITMENT &&
    sum(running, memoryOf) + memoryOf(judge) <= memoryGb
  )
}

/**
 * Runs judges in parallel, in their order, as far as cores and memory suffice. Judges with `isAlone` run last, one at a
 * time. A judge waits for those of its `after` judges that are in the list. `run` must not reject.
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
        mayStart(judge, new Set(running.keys()), machine) &&
        (!judge.isAlone || waiting.every(({ isAlone }) => isAlone)),
    )
  while (waiting.length + running.size > 0) {
    for (let judge = next(); judge !== undefined; judge = next()) {
      const started = judge
      waiting.splice(waiting.indexOf(started), 1)
      running.set(
        started,
        run(started).finally(() => running.delete(started)),
      )
    }
    await Promise.race(running.values())
  }
}

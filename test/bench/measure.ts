/** One line of the result: the repository's time, the rival's in the same run, and whether the ratio is in budget. */
export interface Row {
  readonly bench: string
  readonly ours: number
  readonly rival: number
  readonly unit: string
  /** The repository's time divided by the rival's; the median over pairs of rounds. */
  readonly ratio: number
  /** The same ratio of CPU time if it was measured: less noisy than the clock on a shared machine. */
  readonly cpuRatio?: number
  readonly budget?: { readonly atMost: number } | { readonly atLeast: number }
  readonly note?: string
}

export type Progress = (text: string) => void

export const isMet = ({ ratio, budget }: Row): boolean | undefined => {
  if (budget === undefined) return undefined
  return 'atMost' in budget ? ratio <= budget.atMost : ratio >= budget.atLeast
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Elapsed and CPU milliseconds. */
export interface Cost {
  readonly ms: number
  readonly cpuMs: number
}

export const costOf = async (work: () => Promise<unknown>): Promise<Cost> => {
  const before = process.cpuUsage()
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { ms, cpuMs: (user + system) / 1000 }
}

export interface Pairs {
  readonly ours: number
  readonly rival: number
  readonly ratio: number
  readonly cpuRatio: number
  /** Ratio of the fastest round of each side: the cost of the code without other load. */
  readonly leastCpuRatio: number
  /**
   * The repository's fastest round by the clock: for bounds, which have no rival that other load would slow down
   * equally.
   */
  readonly oursLeast: number
}

/**
 * Runs both sides in pairs in alternating order (AB BA AB …), so that other load on the machine affects both equally.
 * The ratio is the median of the pairs' ratios. The first pair warms up and does not count.
 */
export const inPairs = async (
  rounds: number,
  ours: () => Promise<Cost>,
  rival: () => Promise<Cost>,
  progress: Progress = () => {},
): Promise<Pairs> => {
  const pairs: { readonly ours: Cost; readonly rival: Cost }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    progress(`${round}/${rounds}`)
    if (round % 2 === 0) pairs.push({ ours: await ours(), rival: await rival() })
    else {
      const rivalCost = await rival()
      pairs.push({ ours: await ours(), rival: rivalCost })
    }
  }
  const countedPairs = pairs.slice(1)
  const least = (side: 'ours' | 'rival') => Math.min(...countedPairs.map((pair) => pair[side].cpuMs))
  return {
    ours: median(countedPairs.map((pair) => pair.ours.ms)),
    rival: median(countedPairs.map((pair) => pair.rival.ms)),
    ratio: median(countedPairs.map((pair) => pair.ours.ms / pair.rival.ms)),
    cpuRatio: median(countedPairs.map((pair) => pair.ours.cpuMs / pair.rival.cpuMs)),
    leastCpuRatio: least('ours') / least('rival'),
    oursLeast: Math.min(...countedPairs.map((pair) => pair.ours.ms)),
  }
}

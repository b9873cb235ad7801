import { bucketOf, type Histogram, histogram } from './histogram.ts'

/** Maximum number of values per flag. Further values are counted as `other`, which bounds the memory of a flag. */
const MAX_NAMES = 200
export const OTHER_VALUES = 'other'

export interface FlagCounters {
  /** The values that were returned. `slots` contains the counter index of each. */
  readonly names: string[]
  readonly slots: number[]
  canaryEvaluations: number
  canaryErrors: number
  /** Latencies of the sampled evaluations, in nanoseconds; created with the first. */
  latencies: Histogram | undefined
}

/** One evaluation in this many is timed on average, because reading the clock costs more than evaluating a flag. */
export const EVALUATIONS_PER_SAMPLE = 128

const doubleSize = (values: Float64Array): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(values.length * 2)
  larger.set(values)
  return larger
}

/**
 * The counters of all flags of a process in one array, so that counting writes to a single position. Timed evaluations
 * are selected at random intervals over all flags. Without that, the first calls of a process and flags evaluated at
 * regular intervals would be timed more often than others.
 */
export class Counters {
  counts = new Float64Array(64)
  errors = new Float64Array(64)
  evaluationsUntilTimed = 1
  private usedSlots = 0
  private randomState = Math.floor(Math.random() * 0x7fffffff)
  private readonly meanInterval: number

  /** @param meanInterval one evaluation in this many is timed on average; 1 times all */
  constructor(meanInterval: number = EVALUATIONS_PER_SAMPLE) {
    this.meanInterval = meanInterval
    this.drawNext()
  }

  /** Selects the next timed evaluation at random: 1 to 2 * meanInterval - 1 evaluations from now. */
  drawNext(): void {
    // The linear congruential generator of the C standard.
    this.randomState = (Math.imul(this.randomState, 1_103_515_245) + 12_345) & 0x7fffffff
    this.evaluationsUntilTimed = 1 + ((this.randomState >>> 8) % (2 * this.meanInterval - 1))
  }

  ofFlag(): FlagCounters {
    return { names: [], slots: [], canaryEvaluations: 0, canaryErrors: 0, latencies: undefined }
  }

  slotOf(flag: FlagCounters, name: string): number {
    const index = flag.names.indexOf(name)
    if (index >= 0) return flag.slots[index] ?? 0
    if (flag.names.length >= MAX_NAMES && name !== OTHER_VALUES) return this.slotOf(flag, OTHER_VALUES)
    const slot = this.usedSlots
    this.usedSlots += 1
    flag.names.push(name)
    flag.slots.push(slot)
    if (this.usedSlots > this.counts.length) {
      this.counts = doubleSize(this.counts)
      this.errors = doubleSize(this.errors)
    }
    return slot
  }
}

export const recordLatency = (flag: FlagCounters, milliseconds: number): void => {
  flag.latencies ??= histogram()
  const bucket = bucketOf(milliseconds * 1e6)
  flag.latencies[bucket] = (flag.latencies[bucket] ?? 0) + 1
}

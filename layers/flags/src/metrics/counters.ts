import { bucketOf, type Histogram, histogram } from './histogram.ts'

/** Further names are counted together, so that a flag that changes its variants for years stays small. */
const MAX_NAMES = 200
export const OTHER = 'other'

export interface FlagCounters {
  /** The answers; `slots` has the counter of each. */
  readonly names: string[]
  readonly slots: number[]
  canaryEvaluations: number
  canaryErrors: number
  /** Latencies of the sampled evaluations, in nanoseconds; created with the first. */
  latencies: Histogram | undefined
}

/** One evaluation in this many is timed, because reading the clock costs more than evaluating. */
export const SAMPLE = 128

const doubled = (values: Float64Array): Float64Array<ArrayBuffer> => {
  const larger = new Float64Array(values.length * 2)
  larger.set(values)
  return larger
}

/**
 * The counters of all flags of a process in one array, so that counting writes to a single position. The timed
 * evaluation is drawn over all flags. So neither the first calls of a young process nor a flag that is evaluated in a
 * rhythm counts for more than its share.
 */
export class Counters {
  counts = new Float64Array(64)
  errors = new Float64Array(64)
  untilTimed = 1
  private used = 0
  private state = Math.floor(Math.random() * 0x7fffffff)
  private readonly mean: number

  /** @param mean one evaluation in this many is timed; 1 for all. */
  constructor(mean: number = SAMPLE) {
    this.mean = mean
    this.drawNext()
  }

  /** Draws when the next evaluation is timed: 1 to twice the mean, less one. */
  drawNext(): void {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff
    this.untilTimed = 1 + ((this.state >>> 8) % (2 * this.mean - 1))
  }

  ofFlag(): FlagCounters {
    return { names: [], slots: [], canaryEvaluations: 0, canaryErrors: 0, latencies: undefined }
  }

  slotOf(flag: FlagCounters, name: string): number {
    const index = flag.names.indexOf(name)
    if (index >= 0) return flag.slots[index] ?? 0
    if (flag.names.length >= MAX_NAMES && name !== OTHER) return this.slotOf(flag, OTHER)
    const slot = this.used
    this.used += 1
    flag.names.push(name)
    flag.slots.push(slot)
    if (this.used > this.counts.length) {
      this.counts = doubled(this.counts)
      this.errors = doubled(this.errors)
    }
    return slot
  }
}

export const recordLatency = (flag: FlagCounters, milliseconds: number): void => {
  flag.latencies ??= histogram()
  const bucket = bucketOf(milliseconds * 1e6)
  flag.latencies[bucket] = (flag.latencies[bucket] ?? 0) + 1
}

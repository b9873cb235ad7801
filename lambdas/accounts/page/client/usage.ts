import { call } from './api.ts'
import { find, moment, write } from './dom.ts'

interface Reading {
  readonly used: number
  readonly limit: number
}

/** The answer of GET /api/usage (spec platform-api 2.3). */
interface Usage {
  readonly images: Reading
  readonly scaffolds: Reading
  readonly cycle_ends_at: string
}

/** Share from which on the bar warns, as in the API. */
const WARNING = 0.8

const showReading = (name: string, { used, limit }: Reading): void => {
  const meter = find<HTMLMeterElement>(`#${name}`)
  if (!meter) return
  meter.max = Math.max(limit, 1)
  meter.optimum = 0
  meter.low = meter.max * WARNING
  meter.high = meter.max
  meter.value = used
  write(`#${name}-used`, `${used} of ${limit}`)
}

/** Loads and shows the usage. */
export const showUsage = async (): Promise<void> => {
  const { images, scaffolds, cycle_ends_at } = await call<Usage>('GET', '/api/usage')
  showReading('images', images)
  showReading('scaffolds', scaffolds)
  write('#cycle', 'Counted anew from ', moment(cycle_ends_at), '.')
}

import { call } from './api.ts'
import { find, moment, write } from './dom.ts'

interface Reading {
  readonly used: number
  readonly limit: number
}

/** What GET /api/usage answers (spec platform-api 2.3). */
interface Usage {
  readonly images: Reading
  readonly scaffolds: Reading
  readonly cycle_ends_at: string
}

/** From this share on the bar warns, as the API does. */
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

/** Asks what was used, and shows it. */
export const showUsage = async (): Promise<void> => {
  const { images, scaffolds, cycle_ends_at } = await call<Usage>('GET', '/api/usage')
  showReading('images', images)
  showReading('scaffolds', scaffolds)
  write('#cycle', 'Counted anew from ', moment(cycle_ends_at), '.')
}

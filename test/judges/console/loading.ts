import type { Page } from 'playwright-core'
import { settle } from './look.ts'
import type { Visit } from './visit.ts'
import { clearCache, RUNS, type Vitals, vitalsOf } from './vitals.ts'

const LARGEST_PAINT_MAX_MS = 1_200
const SHIFT_MAX = 0.02
/** Typical entry pages. */
const PATHS = ['/', '/images', '/flags', '/keys', '/docs']

const load = async (page: Page, address: string): Promise<Vitals> => {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
  return vitalsOf(page)
}

interface Loading {
  readonly paint: number
  readonly shift: number
}

const best = (all: readonly Vitals[]): Loading => ({
  paint: Math.min(...all.map(({ largestPaint }) => largestPaint)),
  shift: Math.max(...all.map(({ shift }) => shift)),
})

/** The first visit has an empty cache; the second uses the cache of the first. */
const measureLoads = async (page: Page, address: string): Promise<readonly [first: Loading, next: Loading]> => {
  const first: Vitals[] = []
  const next: Vitals[] = []
  for (let run = 0; run < RUNS; run++) {
    await clearCache(page)
    first.push(await load(page, address))
    next.push(await load(page, address))
  }
  return [best(first), best(next)]
}

/** Measures how soon the largest content appears, and any layout shift. */
export const judgeLoading = async ({ page, home }: Visit): Promise<string> => {
  const figures: string[] = []
  const faults: string[] = []
  for (const path of PATHS) {
    const [first, next] = await measureLoads(page, `${home}${path}`)
    const shift = Math.max(first.shift, next.shift)
    const paints = `${Math.round(first.paint)} ms, next ${Math.round(next.paint)} ms`
    figures.push(`${path} ${paints}`)
    if (Math.max(first.paint, next.paint) > LARGEST_PAINT_MAX_MS)
      faults.push(`${path}: ${paints}; the maximum is ${LARGEST_PAINT_MAX_MS} ms`)
    if (shift > SHIFT_MAX) faults.push(`${path}: the layout shifts by ${shift.toFixed(3)}; the maximum is ${SHIFT_MAX}`)
  }
  console.log(`figures: console on a phone, largest paint at the first visit: ${figures.join('; ')}`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return figures.join('; ')
}

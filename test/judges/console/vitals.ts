import type { Page } from 'playwright-core'

/** Web vitals of a visit in milliseconds; the layout shift is a share of the screen (web.dev/vitals). */
export interface Vitals {
  readonly largestPaint: number
  readonly shift: number
  readonly slowestInteraction: number
}

interface Measured {
  largestPaint: number
  shift: number
  slowestInteraction: number
}

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
}

interface Interaction extends PerformanceEntry {
  readonly interactionId: number
}

declare global {
  interface Window {
    signetVitals: Measured
  }
}

/** Number of runs, of which the best counts, because the machine is shared. */
export const RUNS = 3

/** Makes every page measure itself from its first byte. */
export const measureVitals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const measured = { largestPaint: 0, shift: 0, slowestInteraction: 0 }
    window.signetVitals = measured
    const observe = (options: object, record: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ buffered: true, ...options })
    observe({ type: 'largest-contentful-paint' }, ({ startTime }) => {
      measured.largestPaint = startTime
    })
    observe({ type: 'layout-shift' }, (entry) => {
      const { value, hadRecentInput } = entry as Shift
      if (!hadRecentInput) measured.shift += value
    })
    observe({ type: 'event', durationThreshold: 16 }, (entry) => {
      if ((entry as Interaction).interactionId > 0)
        measured.slowestInteraction = Math.max(measured.slowestInteraction, entry.duration)
    })
  })

/** Returns the measurements since the page started. */
export const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate(() => ({ ...window.signetVitals }))

/** Discards earlier interactions, so that the next one is measured alone. */
export const resetInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.signetVitals.slowestInteraction = 0
  })

const MEGABIT_BYTES = 125_000

/** Emulates a phone on a slow network: a quarter of the CPU speed, 1.6 Mbit/s, 150 ms latency. */
export const emulatePhone = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6 * MEGABIT_BYTES,
    uploadThroughput: 0.75 * MEGABIT_BYTES,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Empties the cache, so that the next visit is like the first. */
export const clearCache = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

const STEPS = 60
const STEP_PX = 900

/** Scrolls through the page like a searching user. @returns the longest frame in milliseconds */
export const scrollThrough = async (page: Page): Promise<number> => {
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(400, 500)
  await page.evaluate(() => {
    const frames = { longest: 0, last: performance.now(), isFinished: false }
    Object.assign(window, { signetFrames: frames })
    const tick = (now: number) => {
      frames.longest = Math.max(frames.longest, now - frames.last)
      frames.last = now
      if (!frames.isFinished) requestAnimationFrame(tick)
    }
    requestAnimationFrame((now) => {
      frames.last = now
      requestAnimationFrame(tick)
    })
  })
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, STEP_PX)
    await page.waitForTimeout(16)
  }
  return page.evaluate(() => {
    const { signetFrames } = window as unknown as { signetFrames: { longest: number; isFinished: boolean } }
    signetFrames.isFinished = true
    return signetFrames.longest
  })
}

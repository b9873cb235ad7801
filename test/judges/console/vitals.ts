import type { Page } from 'playwright-core'

/** What a visit felt like, in milliseconds; the shift is a share of the screen (web.dev/vitals). */
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

/** Others use the machine, too: a figure is the best of so many. */
export const TRIES = 3

/** Lets every page of the browser measure itself from its first byte on. */
export const measureVitals = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const measured = { largestPaint: 0, shift: 0, slowestInteraction: 0 }
    window.signetVitals = measured
    const observe = (options: object, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ buffered: true, ...options })
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

/** What was measured since the page began. */
export const vitalsOf = (page: Page): Promise<Vitals> => page.evaluate(() => ({ ...window.signetVitals }))

/** Forgets the interactions so far: the next one is measured by itself. */
export const forgetInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.signetVitals.slowestInteraction = 0
  })

const MEGABIT_BYTES = 125_000

/** A telephone on a slow network: a fourth of this machine's speed, 1.6 Mbit/s, 150 ms to the server. */
export const beTelephone = async (page: Page): Promise<void> => {
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

/** Empties the cache: the next visit is as the first. */
export const forgetFiles = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.clearBrowserCache')
  await session.detach()
}

const STEPS = 60
const STEP_PX = 900

/** Scrolls through the page as somebody does who looks for something. @returns the longest frame in milliseconds. */
export const scrollThrough = async (page: Page): Promise<number> => {
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(400, 500)
  await page.evaluate(() => {
    const frames = { longest: 0, last: performance.now(), isOver: false }
    Object.assign(window, { signetFrames: frames })
    const tick = (now: number) => {
      frames.longest = Math.max(frames.longest, now - frames.last)
      frames.last = now
      if (!frames.isOver) requestAnimationFrame(tick)
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
    const { signetFrames } = window as unknown as { signetFrames: { longest: number; isOver: boolean } }
    signetFrames.isOver = true
    return signetFrames.longest
  })
}

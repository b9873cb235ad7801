import type { Page, Route } from 'playwright-core'
import { judgeLoading } from './loading.ts'
import { settle } from './look.ts'
import { type Bench, enterAs, type Visit, visit } from './visit.ts'
import { beTelephone, forgetInteractions, measureVitals, scrollThrough, vitalsOf } from './vitals.ts'

const INTERACTION_MAX_MS = 200
const FRAME_MAX_MS = 100
/** Others use the machine, too: a figure is the best of so many. */
const TRIES = 3
const JOBS = 10_000

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

const ms = (value: number): string => `${Math.round(value)} ms`

const atMost = (what: string, value: number, limit: number): void => {
  if (value > limit) throw new Error(`${what} is ${value.toFixed(3)}, and may be ${limit}`)
}

/** Milliseconds from doing something to the next frame that shows it. */
const interaction = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await forgetInteractions(page)
  await act()
  await page.waitForTimeout(300)
  return (await vitalsOf(page)).slowestInteraction
}

/** Opening the menu, going to another view, and typing. */
const judgeInteractions = async ({ page, home }: Visit): Promise<string> => {
  await page.goto(`${home}/images`)
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.waitFor()
  await settle(page)
  const acts: readonly (readonly [string, () => Promise<void>])[] = [
    ['menu', () => page.getByRole('button', { name: /^Account of/ }).click()],
    ['menu closed', () => page.keyboard.press('Escape')],
    ['typing', () => prompt.pressSequentially('a lighthouse at dusk', { delay: 60 })],
    ['view', () => page.getByRole('link', { name: 'Gallery' }).click()],
  ]
  const told: string[] = []
  for (const [name, act] of acts) {
    const took = await interaction(page, act)
    told.push(`${name} ${ms(took)}`)
    atMost(`From ${name} to the next paint`, took, INTERACTION_MAX_MS)
  }
  console.log(`figures: console on a telephone: ${told.join(', ')}`)
  return told.join(', ')
}

interface Listed {
  readonly jobs: readonly Readonly<Record<string, unknown>>[]
  readonly next_cursor: string | null
}

/** Makes the list of jobs endless: pages of what the service answers first, with cursors. */
const manyJobs = async (route: Route, sample: Listed): Promise<void> => {
  const query = new URL(route.request().url()).searchParams
  const limit = Number(query.get('limit') ?? 20)
  const from = Number(query.get('cursor') ?? 0)
  const jobs = Array.from({ length: Math.min(limit, JOBS - from) }, (_, index) => ({
    ...sample.jobs[0],
    job_id: `01J${String(from + index).padStart(23, '0')}`,
    original_prompt: `number ${from + index}`,
  }))
  const next_cursor = from + limit < JOBS ? String(from + limit) : null
  await route.fulfill({ json: { ...sample, jobs, next_cursor } })
}

/** All of a list of 10,000 jobs on the page, and scrolled. */
const judgeLongList = async ({ page, home }: Visit): Promise<string> => {
  await page.goto(`${home}/images`)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a list that is long')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('region', { name: 'Results' }).getByRole('img').first().waitFor()
  const sample = await page.evaluate(async () => (await fetch('/_api/images/v2/jobs?limit=1')).json())
  await page.route('**/_api/images/v2/jobs?*', (route) => manyJobs(route, sample as Listed))
  await page.route('**/_api/images/v2/assets/**', (route) => route.fulfill({ body: PIXEL, contentType: 'image/png' }))
  await page.goto(`${home}/images/gallery`)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.waitFor()
  for (let pages = 0; (await more.count()) > 0; pages++) {
    const before = await page.locator('.tile').count()
    if (before >= JOBS || pages > JOBS) break
    await more.click()
    await page.waitForFunction((shown) => document.querySelectorAll('.tile').length > shown, before)
  }
  const shown = await page.locator('.tile').count()
  if (shown !== JOBS) throw new Error(`${shown} of ${JOBS} jobs are shown`)
  const frames: number[] = []
  for (let tries = 0; tries < TRIES; tries++) frames.push(await scrollThrough(page))
  const longest = Math.min(...frames)
  console.log(`figures: console with ${shown.toLocaleString('en')} jobs: longest frame while scrolling ${ms(longest)}`)
  atMost('The longest frame while scrolling', longest, FRAME_MAX_MS)
  return ms(longest)
}

/** How fast the console is on a telephone, and with long lists. */
export const judgeSpeed = async (bench: Bench): Promise<string> => {
  const told: string[] = []
  const telephone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }
  await visit(
    bench,
    'telephone',
    async (seen) => {
      await enterAs(seen, bench.system, 'pro')
      await measureVitals(seen.page)
      await beTelephone(seen.page)
      told.push(await judgeLoading(seen), await judgeInteractions(seen))
    },
    telephone,
  )
  await visit(bench, 'long-list', async (seen) => {
    await enterAs(seen, bench.system, 'pro')
    told.push(await judgeLongList(seen))
  })
  return told.join(', ')
}

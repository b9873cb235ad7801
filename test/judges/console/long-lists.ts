import type { Page, Route } from 'playwright-core'
import { ensureFlags } from './seed.ts'
import type { Visit } from './visit.ts'
import { RUNS, scrollThrough } from './vitals.ts'

/** Maximum frame time on an idle machine. */
const FRAME_MAX_MS = 100
/** Maximum ratio to a frame of an empty page, if even that page is slow. */
const PLAIN_FRAMES_MAX = 2
const JOBS = 10_000
const FLAGS = 500

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

type ListItem = Readonly<Record<string, unknown>>

/** Returns a page of a generated list by the limit and the cursor of its request. */
const pageOf = (route: Route, all: number, itemAt: (index: number) => ListItem) => {
  const query = new URL(route.request().url()).searchParams
  const limit = Number(query.get('limit') ?? 20)
  const from = Number(query.get('cursor') ?? 0)
  const items = Array.from({ length: Math.min(limit, all - from) }, (_, index) => itemAt(from + index))
  return { items, next: from + limit < all ? String(from + limit) : null }
}

const PLAIN_PAGE = `<!doctype html><title>Lines</title>${'<p>A line of text</p>'.repeat(FLAGS * 4)}`

/** Returns the longest frame while scrolling through a page; the best of several runs. */
const longestFrame = async (page: Page): Promise<number> => {
  const frames: number[] = []
  for (let run = 0; run < RUNS; run++) frames.push(await scrollThrough(page))
  if ((await page.evaluate(() => scrollY)) === 0) throw new Error(`The page ${page.url()} does not scroll`)
  return Math.round(Math.min(...frames))
}

/** Scrolls through a complete list and through a plain page, which shows the load of the machine. */
const judgeScrolling = async (page: Page, listName: string): Promise<string> => {
  const plainPage = await page.context().newPage()
  await plainPage.setContent(PLAIN_PAGE)
  const plain = await longestFrame(plainPage)
  await plainPage.close()
  const longest = await longestFrame(page)
  console.log(
    `figures: console with ${listName}: longest frame while scrolling ${longest} ms, on a plain page ${plain} ms`,
  )
  const maxMs = Math.max(FRAME_MAX_MS, PLAIN_FRAMES_MAX * plain)
  if (longest > maxMs)
    throw new Error(`The longest frame while scrolling ${listName} is ${longest} ms; the maximum is ${maxMs}`)
  return `${listName} ${longest} ms`
}

const generateImage = async ({ page, home }: Visit): Promise<void> => {
  await page.goto(`${home}/images`)
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a list that is long')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('region', { name: 'Results' }).getByRole('img').first().waitFor()
}

/** Presses Show more until the list is complete. */
const loadAllPages = async (page: Page): Promise<void> => {
  const showMoreButton = page.getByRole('button', { name: 'Show more' })
  await showMoreButton.waitFor()
  for (let pages = 0; (await showMoreButton.count()) > 0; pages++) {
    const before = await page.locator('.tile').count()
    if (before >= JOBS || pages > JOBS) break
    await showMoreButton.click()
    await page.waitForFunction((shown) => document.querySelectorAll('.tile').length > shown, before)
  }
  const shown = await page.locator('.tile').count()
  if (shown !== JOBS) throw new Error(`${shown} of ${JOBS} jobs are shown`)
}

/** A gallery of 10,000 jobs, paged with cursors. */
const judgeJobs = async (session: Visit): Promise<string> => {
  const { page, home } = session
  await generateImage(session)
  const sample = await page.evaluate(async () => (await fetch('/_api/images/v2/jobs?limit=1')).json())
  await page.route('**/_api/images/v2/jobs?*', (route) => {
    const { items, next } = pageOf(route, JOBS, (index) => ({
      ...sample.jobs[0],
      job_id: `01J${String(index).padStart(23, '0')}`,
      original_prompt: `number ${index}`,
    }))
    return route.fulfill({ json: { ...sample, jobs: items, next_cursor: next } })
  })
  await page.route('**/_api/images/v2/assets/**', (route) => route.fulfill({ body: PIXEL, contentType: 'image/png' }))
  await page.goto(`${home}/images/gallery`)
  await loadAllPages(page)
  return judgeScrolling(page, `${JOBS.toLocaleString('en')} jobs`)
}

/** A flag with all parts that a row of the list shows. */
const FLAG = {
  key: 'judged-long-list',
  type: 'percentage',
  percentage: 25,
  description: 'One of many flags in a long list',
  tags: ['judged', 'long'],
  rules: [{ id: 'paid', attribute: 'plan', operator: 'in', value: ['pro', 'team'], result: true }],
}

/** A list of 500 flags, which loads all pages automatically. */
const judgeFlagList = async ({ page, home }: Visit): Promise<string> => {
  await ensureFlags(page, [FLAG])
  const address = `/_api/flags/flags/${FLAG.key}`
  const sample = await page.evaluate(async (path) => (await fetch(path)).json(), address)
  await page.route('**/_api/flags/flags?*', (route) => {
    const { items, next } = pageOf(route, FLAGS, (index) => ({ ...sample, key: `number-${index}` }))
    return route.fulfill({ json: { flags: items, nextCursor: next } })
  })
  await page.goto(`${home}/flags`)
  const rows = page.getByRole('table', { name: 'Flags' }).locator('tbody tr')
  await rows.nth(FLAGS - 1).waitFor({ state: 'attached' })
  if ((await rows.count()) !== FLAGS) throw new Error(`${await rows.count()} of ${FLAGS} flags are shown`)
  return judgeScrolling(page, `${FLAGS} flags`)
}

/** Scrolling of long lists. */
export const judgeLongLists = async (session: Visit): Promise<string> =>
  [await judgeJobs(session), await judgeFlagList(session)].join(', ')

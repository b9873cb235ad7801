import type { Page } from 'playwright-core'
import type { Visit } from './visit.ts'

/** A text with gaps, some of them at a position. */
export const TEXT = `# How we bake rye bread

By Ada Kay

I baked 40 loaves of rye in March 2026 and weighed each of them. Rye raises the yield by 12 percent, and everybody agrees that it is the best flour in the world.

The starter doubles within four hours at 26 degrees. Very many bakers say it is basically quite easy.
`

export const body = (page: Page) => page.getByLabel('Text', { exact: true })

const score = (page: Page) => page.getByRole('progressbar', { name: 'Score' })

/** Returns the score after a change of the text. */
export const scoreAfter = async (page: Page, change: () => Promise<unknown>): Promise<number> => {
  const before = await page.evaluate(() => {
    const shownText = document.querySelector('main')?.textContent ?? ''
    Object.assign(window, { toldBefore: shownText })
    return shownText
  })
  await change()
  await page.waitForFunction(
    (previousText) =>
      document.querySelector('progress') !== null && document.querySelector('main')?.textContent !== previousText,
    before,
  )
  await page.waitForTimeout(SETTLED_MS)
  return Number(await score(page).getAttribute('value'))
}

/** Longer than a typing pause and a check. */
const SETTLED_MS = 600

/** Score and gaps follow the input, online and offline; a gap selects its words. */
export const writeText = async ({ page, home, inspector, context }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence`, { waitUntil: 'networkidle' })
  await page.getByText('Score and gaps appear here while you write.').waitFor()
  await inspector.inspectEverywhere(page, 'empty')
  const first = await scoreAfter(page, () => body(page).fill(TEXT))
  const gap = page.getByRole('button', { name: /claims have no source/ })
  await gap.waitFor()
  const marks = await page.locator('.body-mirror mark').allInnerTexts()
  if (!marks.join(' ').includes('12 percent')) throw new Error(`Underlined is ${marks.join(' · ')}`)
  await inspector.inspectEverywhere(page, 'written')
  await gap.click()
  const selection = await body(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  )
  if (!selection.includes('12 percent')) throw new Error(`A gap leads to “${selection}”`)
  await context.setOffline(true)
  const sourced = `${TEXT}\nPublished: 2026-11-01. Source: [USDA](https://www.usda.gov/rye).\n`
  const second = await scoreAfter(page, () => body(page).fill(sourced))
  await context.setOffline(false)
  if (second <= first) throw new Error(`A date and a source make ${second} of a score of ${first}`)
  await page.reload()
  if ((await body(page).inputValue()) !== sourced) throw new Error('The draft is lost with its page')
}

/** A check is counted once; the same text is not counted again. */
export const checkCounting = async ({ page, hands, inspector }: Visit): Promise<void> => {
  const check = page.getByRole('button', { name: 'Save check' })
  // A unique text, so that checks of earlier runs within the hour do not count.
  await body(page).fill(`${TEXT}\nWritten at ${new Date().toISOString()}.\n`)
  await hands.press(check)
  await page.getByText('The check was saved and counted.').waitFor()
  await hands.press(check)
  await page.getByText('The check is not counted again.').waitFor()
  await inspector.inspectOnce(page, 'counted')
}

/** The length of a long article in words. */
const LONG_WORDS = 2_000
/** Maximum median time of a check in the worker. */
const CHECK_MS = 50
const TIMES = 9

/** Measures the worker with a long text, in milliseconds at the median. */
export const measureChecks = async ({ page }: Visit): Promise<number> => {
  const paragraph = TEXT.slice(TEXT.indexOf('I baked'))
  const words = paragraph.split(/\s+/).length
  const long = `# Rye\n\nBy Ada Kay\n\n${`${paragraph}\n`.repeat(Math.ceil(LONG_WORDS / words))}`
  const durations: number[] = []
  for (let time = 0; time < TIMES; time++) {
    await body(page).fill(`${long}\nAnd ${time} more.\n`)
    await page.waitForTimeout(SETTLED_MS)
    durations.push(Number(await page.locator('.took').innerText()))
  }
  const median = durations.toSorted((one, b) => one - b)[Math.floor(TIMES / 2)] ?? Number.NaN
  if (!(median <= CHECK_MS)) throw new Error(`${LONG_WORDS} words take ${durations.join(', ')} ms`)
  return median
}

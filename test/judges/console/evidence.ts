import type { Page } from 'playwright-core'
import { actForOneself, type Bench, enterAs, type Visit, visit } from './visit.ts'

const TEXT = `# How we bake rye bread

By Ada Kay

I baked 40 loaves of rye in March 2026 and weighed each of them. Rye raises the yield by 12 percent, and everybody agrees that it is the best flour in the world.

The starter doubles within four hours at 26 degrees. Very many bakers say it is basically quite easy.
`

const body = (page: Page) => page.getByLabel('Text', { exact: true })

const score = (page: Page) => page.getByRole('progressbar', { name: 'Score' })

/** The score as it stands, once it is another than before. */
const scoreAfter = async (page: Page, before: number | undefined): Promise<number> => {
  await page.waitForFunction((was) => {
    const bar = document.querySelector<HTMLProgressElement>('progress[aria-label="Score"]')
    return bar !== null && bar.value !== was
  }, before)
  return Number(await score(page).getAttribute('value'))
}

/** Score and gaps follow what is typed; a gap leads to its words. */
const writes = async ({ page, home, look }: Visit): Promise<void> => {
  await page.goto(`${home}/evidence`)
  await page.getByText('Score and gaps show here while you write.').waitFor()
  await look.all(page, 'empty')
  await body(page).fill(TEXT)
  const first = await scoreAfter(page, undefined)
  const gap = page.getByRole('button', { name: /claims have no source/ })
  await gap.waitFor()
  if ((await page.locator('.body-mirror mark').count()) === 0) throw new Error('No gap is underlined')
  await look.all(page, 'written')
  await gap.click()
  const chosen = await body(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  )
  if (!chosen.includes('12 percent')) throw new Error(`A gap leads to “${chosen}”`)
  await body(page).fill(`${TEXT}\nPublished: 2026-11-01. Source: [USDA](https://www.usda.gov/rye).\n`)
  if ((await scoreAfter(page, first)) < first) throw new Error('A source makes the score fall')
}

/** Texts and their evidence, as people use them. */
export const judgeEvidence = async (bench: Bench): Promise<string> => {
  await visit(bench, 'evidence', async (seen) => {
    await enterAs(seen, bench.system, 'pro')
    await seen.page.goto(`${seen.home}/evidence`, { waitUntil: 'networkidle' })
    await actForOneself(seen.page)
    await writes(seen)
  })
  return 'a text is written'
}

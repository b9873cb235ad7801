import type { Page } from 'playwright-core'
import { judgeLoading } from './loading.ts'
import { judgeLongLists } from './long-lists.ts'
import { settle } from './look.ts'
import { type Bench, enterAs, type Visit, visit } from './visit.ts'
import { beTelephone, forgetInteractions, measureVitals, vitalsOf } from './vitals.ts'

const INTERACTION_MAX_MS = 200

const ms = (value: number): string => `${Math.round(value)} ms`

/** Milliseconds from an interaction to the next frame that shows it. */
const interaction = async (page: Page, act: () => Promise<void>): Promise<number> => {
  await forgetInteractions(page)
  await act()
  await page.waitForTimeout(300)
  return (await vitalsOf(page)).slowestInteraction
}

/** Opens a menu, changes the view, and types. */
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
    if (took > INTERACTION_MAX_MS)
      throw new Error(`From ${name} to the next paint it is ${ms(took)}, and may be ${ms(INTERACTION_MAX_MS)}`)
  }
  console.log(`figures: console on a telephone: ${told.join(', ')}`)
  return told.join(', ')
}

/** Speed of the console on a phone and with long lists. */
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
    told.push(await judgeLongLists(seen))
  })
  return told.join(', ')
}

import type { Page } from 'playwright-core'
import { judgeLoading } from './loading.ts'
import { judgeLongLists } from './long-lists.ts'
import { settle } from './look.ts'
import { type Bench, signInAs, type Visit, visit } from './visit.ts'
import { emulatePhone, measureVitals, resetInteractions, vitalsOf } from './vitals.ts'

const INTERACTION_MAX_MS = 200

const ms = (value: number): string => `${Math.round(value)} ms`

/** Milliseconds from an interaction to the next frame that shows it. */
const measureInteraction = async (page: Page, perform: () => Promise<void>): Promise<number> => {
  await resetInteractions(page)
  await perform()
  await page.waitForTimeout(300)
  return (await vitalsOf(page)).slowestInteraction
}

/** Opens a menu, changes the view, and types. */
const judgeInteractions = async ({ page, home }: Visit): Promise<string> => {
  await page.goto(`${home}/images`)
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.waitFor()
  await settle(page)
  const interactions: readonly (readonly [string, () => Promise<void>])[] = [
    ['menu', () => page.getByRole('button', { name: /^Account of/ }).click()],
    ['menu closed', () => page.keyboard.press('Escape')],
    ['typing', () => prompt.pressSequentially('a lighthouse at dusk', { delay: 60 })],
    ['view', () => page.getByRole('link', { name: 'Gallery' }).click()],
  ]
  const figures: string[] = []
  for (const [name, act] of interactions) {
    const durationMs = await measureInteraction(page, act)
    figures.push(`${name} ${ms(durationMs)}`)
    if (durationMs > INTERACTION_MAX_MS)
      throw new Error(
        `From ${name} to the next paint takes ${ms(durationMs)}; the maximum is ${ms(INTERACTION_MAX_MS)}`,
      )
  }
  console.log(`figures: console on a phone: ${figures.join(', ')}`)
  return figures.join(', ')
}

/** Speed of the console on a phone and with long lists. */
export const judgeSpeed = async (bench: Bench): Promise<string> => {
  const figures: string[] = []
  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }
  await visit(
    bench,
    'phone',
    async (session) => {
      await signInAs(session, bench.system, 'pro')
      await measureVitals(session.page)
      await emulatePhone(session.page)
      figures.push(await judgeLoading(session), await judgeInteractions(session))
    },
    phone,
  )
  await visit(bench, 'long-list', async (session) => {
    await signInAs(session, bench.system, 'pro')
    figures.push(await judgeLongLists(session))
  })
  return figures.join(', ')
}

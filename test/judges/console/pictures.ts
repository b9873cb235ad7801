import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { ensureFlags } from './seed.ts'
import { type Bench, signInAs, switchToPersonal, type Visit, visit } from './visit.ts'

const FOLDER = 'docs/pictures'
const SIZE = { width: 1200, height: 820 }
const PROMPT = 'a red lighthouse at dusk above the sea'

/** The flag of the picture: on for one company, for half of the paid plans and for an eighth of others. */
const FLAG = {
  key: 'new-checkout',
  type: 'percentage',
  percentage: 12.5,
  description: 'The checkout on one page',
  tags: ['shop'],
  rules: [
    { id: 'acme', attribute: 'email', operator: 'endsWith', value: '@acme.example', result: true },
    {
      id: 'paid',
      attribute: 'plan',
      operator: 'in',
      value: ['pro', 'team'],
      rollout: { percentage: 50 },
      result: true,
    },
  ],
}

const take = async (page: Page, name: string): Promise<void> => {
  const picture = await page.screenshot()
  await sharp(picture)
    .webp({ quality: 88, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
}

const takePlaygroundPicture = async ({ page, home }: Visit): Promise<void> => {
  await page.goto(`${home}/images`)
  await page.getByRole('textbox', { name: 'Prompt' }).fill(PROMPT)
  await page.getByRole('button', { name: /^Generate/ }).click()
  await page.locator('main img').first().waitFor()
  await page.waitForLoadState('networkidle')
  await take(page, 'console-playground')
}

const takeFlagPicture = async ({ page, home }: Visit): Promise<void> => {
  await ensureFlags(page, [FLAG])
  await page.goto(`${home}/flags/${FLAG.key}?view=evaluation`)
  await page.getByLabel('user', { exact: true }).fill('user-7')
  await page.getByLabel('plan', { exact: true }).fill('team')
  await page.getByRole('button', { name: 'Explain' }).click()
  await page.getByText(/deciding step/).waitFor()
  await take(page, 'console-flag')
}

/** Writes the two screenshots of the README. */
export const takePictures = async (bench: Bench): Promise<void> => {
  await visit(
    bench,
    'pictures',
    async (session) => {
      await signInAs(session, bench.system, 'pro')
      await session.page.goto(`${session.home}/account`)
      await switchToPersonal(session.page)
      await takePlaygroundPicture(session)
      await takeFlagPicture(session)
    },
    { viewport: SIZE, deviceScaleFactor: 1.5 },
  )
}

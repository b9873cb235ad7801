import type { Page } from 'playwright-core'
import { paste } from './shell-command.ts'
import { enterAsNewcomer, type Visit, type Worked } from './visit.ts'

interface Job {
  readonly state: string
  readonly asset_url: string | null
}

/** The text of a piece of code, by its label. */
export const codeOf = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('region', { name: label, exact: true }).locator('pre').textContent()) ?? ''

/** Runs a command that draws, with the key in the environment, and fetches its picture. */
export const draws = async (command: string, key: string): Promise<void> => {
  const job = await paste<Job>(command, { IMAGEGEN_API_KEY: key })
  if (job.state !== 'completed') throw new Error(`“${command}” draws nothing: ${JSON.stringify(job)}`)
  const picture = await fetch(String(job.asset_url), { headers: { authorization: `Bearer ${key}` } })
  const type = picture.headers.get('content-type') ?? ''
  if (!type.startsWith('image/')) throw new Error(`The picture of “${command}” is ${picture.status} ${type}`)
}

/** Goes to an area as one does on this screen: on a small one the navigation is a drawer. */
export const goTo = async ({ page, hands }: Worked, area: string): Promise<void> => {
  const drawer = page.getByRole('button', { name: 'Open the navigation' })
  if (await drawer.isVisible()) await hands.press(drawer)
  await hands.press(page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: area, exact: true }))
}

/** The picture of the newest job is drawn: its bytes have come. */
const seesPicture = async (page: Page, prompt: string): Promise<void> => {
  const picture = page.getByRole('region', { name: 'Results' }).getByRole('img', { name: prompt }).first()
  await picture.waitFor()
  await page.waitForFunction(
    (text) => [...document.images].some((image) => image.alt === text && image.naturalWidth > 0),
    prompt,
  )
}

/** A key is shown this once. @returns it, after its own command has drawn with it. */
const takesKey = async ({ page, look }: Visit): Promise<string> => {
  const key = (await codeOf(page, 'The key')).trim()
  if (!key.startsWith('gen_')) throw new Error(`The key for images is ${key.slice(0, 8)}…`)
  await look.now(page, 'key')
  await draws(await codeOf(page, 'Use the key: curl'), key)
  return key
}

/** Nothing of the key is left on the page. */
const hasForgotten = async (page: Page, key: string): Promise<void> => {
  await page.getByRole('table', { name: 'Keys' }).getByText('shop', { exact: true }).waitFor()
  if ((await page.content()).includes(key)) throw new Error('The key is still on the page')
}

const makesKey = async (seen: Visit): Promise<string> => {
  const { page, hands } = seen
  await hands.write(page.getByLabel('Name', { exact: true }), 'shop')
  await hands.press(page.getByRole('button', { name: 'Create key' }))
  await page.getByRole('heading', { name: 'The key “shop”' }).waitFor()
  const key = await takesKey(seen)
  await hands.press(page.getByRole('link', { name: 'I have copied it' }))
  await hasForgotten(page, key)
  return key
}

const PROMPT = "a baker's shop at dawn"

/** Draws in the playground: the price is known before the click. */
const plays = async (seen: Visit): Promise<void> => {
  const { page, hands, look } = seen
  await goTo(seen, 'Images')
  await hands.write(page.getByRole('textbox', { name: 'Prompt' }), PROMPT)
  await page.getByText(/^\d+ credits?, \d+ left after it/).waitFor()
  await look.now(page, 'priced')
  await hands.press(page.getByRole('button', { name: 'Generate' }))
  await seesPicture(page, PROMPT)
  await look.now(page, 'drawn')
}

/**
 * A developer: signs up and comes back to the address that was asked for, makes a key for images, draws in the playground,
 * and runs with the key what the code tab shows.
 */
export const developer = async (seen: Visit): Promise<void> => {
  const { page, hands, look } = seen
  await enterAsNewcomer(seen, '/keys/new')
  await look.now(page, 'new-key')
  const key = await makesKey(seen)
  await plays(seen)
  await draws(await codeOf(page, 'The request: curl'), key)
  await hands.press(page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Open' }).first())
  await page.getByRole('heading', { name: PROMPT }).waitFor()
  await look.now(page, 'job')
  await page.goBack()
  await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor()
}

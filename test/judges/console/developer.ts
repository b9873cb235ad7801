import type { Page } from 'playwright-core'
import { runCommand } from './shell-command.ts'
import { type PageInput, signUp, type Visit } from './visit.ts'

interface Job {
  readonly state: string
  readonly asset_url: string | null
}

/** Returns the text of a code block by its label. */
export const codeOf = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('region', { name: label, exact: true }).locator('pre').textContent()) ?? ''

/** Runs a generate command with the key in the environment, and fetches the image. */
export const runGenerateCommand = async (command: string, key: string): Promise<void> => {
  const job = await runCommand<Job>(command, { IMAGEGEN_API_KEY: key })
  if (job.state !== 'completed') throw new Error(`“${command}” generates nothing: ${JSON.stringify(job)}`)
  const image = await fetch(String(job.asset_url), { headers: { authorization: `Bearer ${key}` } })
  const type = image.headers.get('content-type') ?? ''
  if (!type.startsWith('image/')) throw new Error(`The image of “${command}” is ${image.status} ${type}`)
}

/** Opens an area in the navigation, which is a drawer on small screens. */
export const goTo = async ({ page, hands }: PageInput, area: string): Promise<void> => {
  const drawer = page.getByRole('button', { name: 'Open navigation' })
  if (await drawer.isVisible()) await hands.press(drawer)
  await hands.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: area, exact: true }))
}

/** Waits until the image of the newest job is loaded. */
const waitForImage = async (page: Page, prompt: string): Promise<void> => {
  const image = page.getByRole('region', { name: 'Results' }).getByRole('img', { name: prompt }).first()
  await image.waitFor()
  await page.waitForFunction(
    (text) => [...document.images].some((image) => image.alt === text && image.naturalWidth > 0),
    prompt,
  )
}

/** Reads the key, which is shown once, and generates an image with its sample command. @returns the key */
const useShownKey = async ({ page, inspector }: Visit): Promise<string> => {
  const key = (await codeOf(page, 'The API key')).trim()
  if (!key.startsWith('gen_')) throw new Error(`The key for images is ${key.slice(0, 8)}…`)
  await inspector.inspectOnce(page, 'key')
  await runGenerateCommand(await codeOf(page, 'Use the API key: curl'), key)
  return key
}

/** The page no longer contains the key. */
const checkKeyHidden = async (page: Page, key: string): Promise<void> => {
  await page.getByRole('table', { name: 'API keys' }).getByText('shop', { exact: true }).waitFor()
  if ((await page.content()).includes(key)) throw new Error('The key is still on the page')
}

const createKey = async (session: Visit): Promise<string> => {
  const { page, hands } = session
  await hands.write(page.getByLabel('Name', { exact: true }), 'shop')
  await hands.press(page.getByRole('button', { name: 'Create API key' }))
  await page.getByRole('heading', { name: 'API key “shop”' }).waitFor()
  const key = await useShownKey(session)
  await hands.press(page.getByRole('link', { name: 'I have copied the key' }))
  await checkKeyHidden(page, key)
  return key
}

const PROMPT = "a baker's shop at dawn"

/** Generates in the playground; the price is shown first. */
const generateInPlayground = async (session: Visit): Promise<void> => {
  const { page, hands, inspector } = session
  await goTo(session, 'Images')
  await hands.write(page.getByRole('textbox', { name: 'Prompt' }), PROMPT)
  await page.getByText(/^\d+ credits? \(\d+ left\)/).waitFor()
  await inspector.inspectOnce(page, 'priced')
  await hands.press(page.getByRole('button', { name: 'Generate' }))
  await waitForImage(page, PROMPT)
  await inspector.inspectOnce(page, 'generated')
}

/**
 * A developer signs up and returns to the requested page, creates an image key, generates in the playground, and runs
 * the code sample with the key.
 */
export const developer = async (session: Visit): Promise<void> => {
  const { page, hands, inspector } = session
  await signUp(session, '/keys/new')
  await inspector.inspectOnce(page, 'new-key')
  const key = await createKey(session)
  await generateInPlayground(session)
  await runGenerateCommand(await codeOf(page, 'Request: curl'), key)
  await hands.press(page.getByRole('region', { name: 'Results' }).getByRole('link', { name: 'Open' }).first())
  await page.getByRole('heading', { name: PROMPT }).waitFor()
  await inspector.inspectOnce(page, 'job')
  await page.goBack()
  await page.getByRole('heading', { name: 'Images', level: 1 }).waitFor()
}

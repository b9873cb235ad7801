import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { signInOnPage } from './local-sign-in.ts'
import type { RunningSystem } from './running-system.ts'

const PERSON = { email: 'joan@people.example', name: 'Joan' }
const WAIT_MS = 60_000

interface Journey {
  readonly page: Page
  readonly platform: string
  readonly artifacts: string
  /** Asked on every page that was not there before. */
  readonly look: () => Promise<void>
}

/** A picture of the page as it is, and what is wrong with it. */
const stage = async ({ page, artifacts, look }: Journey, name: string): Promise<void> => {
  await page.screenshot({ path: join(artifacts, `journey-${name}.png`), fullPage: true })
  await look()
}

/** Presses Tab until the button has the focus, as somebody without a mouse does. */
const tabTo = async ({ page }: Journey, name: string): Promise<void> => {
  for (let pressed = 0; pressed < 60; pressed++) {
    const focused = await page.evaluate(() => document.activeElement?.textContent?.trim())
    if (focused === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No way leads to "${name}" with the Tab key`)
}

interface Job {
  readonly id: string
  readonly status: string
  readonly image_url: string | null
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })

const ask = (platform: string, key: string, quality_tier: string): Promise<Response> => {
  const body = JSON.stringify({ prompt: 'a lighthouse at dusk', quality_tier })
  return fetch(`${platform}/api/images/generate`, { method: 'POST', headers: bearer(key), body })
}

/** The finest images are for plans that are paid. */
const isRefusedUltra = async ({ platform }: Journey, key: string): Promise<void> => {
  const made = await ask(platform, key, 'ultra')
  if (made.status !== 402) throw new Error(`An ultra image of the plan Free answers ${made.status}`)
}

/** What an application does with the key: draws, waits for the picture, and keeps it. */
const draw = async ({ platform, artifacts }: Journey, key: string, quality: string): Promise<void> => {
  const made = await ask(platform, key, quality)
  if (made.status !== 201) throw new Error(`A ${quality} image answers ${made.status}: ${await made.text()}`)
  const { id } = (await made.json()) as Job
  for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(500)) {
    const job = (await (await fetch(`${platform}/api/images/${id}`, { headers: bearer(key) })).json()) as Job
    if (job.status === 'failed') throw new Error(`The ${quality} image has failed`)
    if (job.image_url === null) continue
    const image = await fetch(job.image_url)
    const type = image.headers.get('content-type') ?? ''
    if (!type.startsWith('image/')) throw new Error(`The ${quality} image is ${type}`)
    writeFileSync(join(artifacts, `journey-${quality}.${type.slice(6)}`), Buffer.from(await image.arrayBuffer()))
    return
  }
  throw new Error(`The ${quality} image is not there after ${WAIT_MS} ms`)
}

const signIn = ({ page, platform }: Journey): Promise<void> => signInOnPage(page, platform, PERSON)

const makeKey = async ({ page }: Journey): Promise<string> => {
  await page.getByLabel('Name of a new key').fill('shop')
  await page.getByLabel('What it may do').selectOption({ label: 'A backend draws images' })
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('#new-key code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have copied it' }).click()
  return key
}

/** Where a plan ends has to be told to the minute in which it does. */
const endOf = async ({ page }: Journey): Promise<string> =>
  String(await page.locator('#plan-now time').getAttribute('datetime'))

const usesKeys = async (journey: Journey): Promise<string> => {
  const { page } = journey
  await signIn(journey)
  await page.getByText('Your organisation has the plan Free.').waitFor()
  await page.getByText('0 of 5').waitFor()
  await stage(journey, '1-free')
  const key = await makeKey(journey)
  await isRefusedUltra(journey, key)
  await draw(journey, key, 'standard')
  await page.reload()
  await page.getByText('1 of 5').waitFor()
  await stage(journey, '2-used')
  return key
}

const buysPro = async (journey: Journey, key: string): Promise<void> => {
  const { page } = journey
  await tabTo(journey, 'Upgrade to Pro')
  await page.keyboard.press('Enter')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await stage(journey, '3-checkout')
  await page.getByRole('button', { name: 'Subscribe $29.00' }).click()
  await page.getByText('Your organisation has the plan Pro, which renews on').waitFor()
  await page.getByText('of 100').waitFor()
  await stage(journey, '4-pro')
  await draw(journey, key, 'premium')
  await draw(journey, key, 'ultra')
  await page.getByRole('button', { name: 'Manage payments' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('4242').first().waitFor()
  await stage(journey, '5-portal')
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('Your organisation has the plan Pro').waitFor()
}

/** @returns when the plan ends */
const endsPro = async (journey: Journey): Promise<string> => {
  const { page } = journey
  const dialog = page.getByRole('dialog', { name: 'Downgrade to Free?' })
  await tabTo(journey, 'Downgrade to Free')
  await page.keyboard.press('Enter')
  await dialog.getByText('stays until then').waitFor()
  await stage(journey, '6-really')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await tabTo(journey, 'Downgrade to Free')
  await page.keyboard.press('Enter')
  await tabTo(journey, 'Yes, end the plan')
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/billing/downgrade'))
  await page.keyboard.press('Enter')
  const { effectiveAt } = (await (await answered).json()) as { effectiveAt: string }
  await page.getByText('which ends on').waitFor()
  if ((await endOf(journey)) !== effectiveAt) throw new Error('The page tells another end than the service')
  await stage(journey, '7-ending')
  return effectiveAt
}

const isFreeAgain = async (journey: Journey, control: string, effectiveAt: string, key: string): Promise<void> => {
  const { page, platform } = journey
  const { now } = (await (await fetch(`${control}/_local/clock`)).json()) as { now: string }
  const advanceMs = Date.parse(effectiveAt) - Date.parse(now) + 1_000
  const headers = { 'content-type': 'application/json' }
  await fetch(`${control}/_local/clock`, { method: 'POST', headers, body: JSON.stringify({ advanceMs }) })
  // The session was good for a week.
  await page.goto(`${platform}/dashboard`)
  await signIn(journey)
  await page.getByText('Your organisation has the plan Free.').waitFor()
  await page.getByText('0 of 5').waitFor()
  await stage(journey, '8-free-again')
  await isRefusedUltra(journey, key)
}

/** The dashboard as it is on a telephone at night. */
const atNight = async (journey: Journey): Promise<void> => {
  const { page } = journey
  await page.setViewportSize({ width: 360, height: 780 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await stage(journey, '9-telephone')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 360) throw new Error(`The page is ${width} px wide on a screen of 360`)
}

/**
 * The life of a plan in a browser: somebody signs up, makes a key and draws with it, buys Pro, draws better, ends the plan
 * without a mouse, and is free a month later. Each page is looked at, and a picture of it kept.
 */
export const livesWithPlan = async (
  page: Page,
  { urls, control }: RunningSystem,
  artifacts: string,
  look: () => Promise<void>,
): Promise<void> => {
  const journey = { page, platform: String(urls.platform), artifacts, look }
  const key = await usesKeys(journey)
  await buysPro(journey, key)
  const effectiveAt = await endsPro(journey)
  await isFreeAgain(journey, control, effectiveAt, key)
  await atNight(journey)
}

import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dashboardIsThere } from './local-sign-in.ts'
import type { RunningSystem } from './running-system.ts'

const identityOf = async (url: string, key: string): Promise<Response> =>
  fetch(`${url}/api/account/me`, { headers: { authorization: `Bearer ${key}` } })

/**
 * Uses the pages of the platform as a new person would: signs up, makes a key and calls with it, is told of its use, takes
 * another name, deletes the key, signs out. `look` is asked on every page that was not there before.
 */
export const useAccountPages = async (
  page: Page,
  { urls }: RunningSystem,
  artifacts: string,
  look: () => Promise<void>,
): Promise<void> => {
  const url = String(urls.platform)
  const shot = (name: string) => page.screenshot({ path: join(artifacts, `account-${name}.png`), fullPage: true })
  await page.goto(`${url}/dashboard`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await shot('issuer')
  await look()
  await page.getByLabel('E-mail').fill('grace@people.example')
  await page.getByLabel('Name').fill('Grace')
  await page.getByRole('button', { name: 'Sign up' }).click()

  await page.getByRole('heading', { name: 'Who you are' }).waitFor()
  await page.getByText('grace@people.example').waitFor()
  await page.getByText('There are no keys yet.').waitFor()
  await page.getByLabel('Name of a new key').fill('shop')
  await page.getByLabel('What it may do').selectOption({ label: 'Everything but money and people' })
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.locator('#new-key code').textContent()) ?? ''
  await shot('new-key')
  await look()
  const called = await identityOf(url, key)
  if (called.status !== 200) throw new Error(`The new key answers ${called.status}`)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByText(`plat_****${key.slice(-4)}`).waitFor()
  if ((await page.content()).includes(key)) throw new Error('The key is still on the page')

  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByText('Grace Hopper').waitFor()
  await shot('dashboard')
  await look()
  await page.getByRole('button', { name: 'Delete shop' }).click()
  await page.getByText('There are no keys yet.').waitFor()
  const refused = await identityOf(url, key)
  if (refused.status !== 401) throw new Error(`The deleted key answers ${refused.status}`)

  await dashboardIsThere(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'As somebody new' }).waitFor()
  await page.goto(`${url}/login?notice=signed_out`)
  await page.getByText('You are signed out.').waitFor()
  await shot('signed-out')
  await look()
}

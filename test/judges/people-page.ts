import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { dashboardIsThere, signInOnPage } from './local-sign-in.ts'
import type { RunningSystem } from './running-system.ts'

const OLGA = { email: 'olga@people.example', name: 'Olga' }
const BOB = { email: 'bob@people.example', name: 'Bob' }

/**
 * Two people share an organisation: one makes it and invites, the other joins by the code, gets another role, and is
 * removed.
 */
export const shareOrganisation = async (
  page: Page,
  { urls }: RunningSystem,
  artifacts: string,
  look: () => Promise<void>,
): Promise<void> => {
  const platform = String(urls.platform)
  const shot = (name: string) => page.screenshot({ path: join(artifacts, `people-${name}.png`), fullPage: true })
  const signOut = async () => {
    await dashboardIsThere(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'As somebody new' }).waitFor()
  }
  const members = page.getByRole('region', { name: 'Members of this organisation' })
  await signInOnPage(page, platform, OLGA)
  await page.getByLabel('Name of a new organisation').fill('Foundry')
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await page.getByRole('heading', { name: 'Foundry' }).waitFor()
  await page.getByLabel('E-mail of a new member').fill(BOB.email)
  await page.getByRole('button', { name: 'Invite' }).click()
  const code = (await page.locator('#new-invitation code').textContent()) ?? ''
  await shot('invited')
  await look()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: `Withdraw the invitation of ${BOB.email}` }).waitFor()
  if ((await page.content()).includes(code)) throw new Error('The code is still on the page')
  await signOut()

  await signInOnPage(page, platform, BOB)
  await page.getByLabel('Code of an invitation').fill(code)
  await page.getByRole('button', { name: 'Join' }).click()
  await members.getByText(OLGA.email).waitFor()
  if (await page.getByRole('button', { name: 'Invite' }).isVisible()) throw new Error('A member may invite')
  await page.setViewportSize({ width: 360, height: 780 })
  await shot('joined')
  await look()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  if (width > 360) throw new Error(`The page is ${width} px wide on a screen of 360`)
  await page.setViewportSize({ width: 1280, height: 900 })
  await signOut()

  await signInOnPage(page, platform, OLGA)
  await page.getByRole('button', { name: 'Switch to Foundry' }).click()
  await page.getByLabel(`Role of ${BOB.email}`).selectOption('admin')
  // The page loads itself again with the new role; what is pressed before that is lost with the old page.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: `Set role of ${BOB.email}` }).click()])
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByText('An organisation always needs an owner').waitFor()
  await shot('members')
  await look()
  await page.getByRole('button', { name: `Remove ${BOB.email}` }).click()
  await page.getByRole('button', { name: `Remove ${BOB.email}` }).waitFor({ state: 'detached' })
}

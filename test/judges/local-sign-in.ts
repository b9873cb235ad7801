import type { Page } from 'playwright-core'

export interface Newcomer {
  readonly email: string
  readonly name: string
}

/** Signs up at the local issuer, or in again: it knows people by their address. Begins on the issuer's page. */
export const signUpAtIssuer = async (page: Page, { email, name }: Newcomer): Promise<void> => {
  await page.getByRole('heading', { name: 'As somebody new' }).waitFor()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign up' }).click()
}

/** Opens an address of the console as a visitor, signs up on the way, and comes back to it. */
export const signInOnPage = async (page: Page, platform: string, person: Newcomer, path = '/'): Promise<void> => {
  await page.goto(`${platform}${path}`)
  await signUpAtIssuer(page, person)
  await page.locator('nav[aria-label="Areas"]').waitFor({ state: 'attached' })
  const arrived = page.url().slice(platform.length)
  if (arrived !== path) throw new Error(`Signing in leads to ${arrived}, not back to ${path}`)
}

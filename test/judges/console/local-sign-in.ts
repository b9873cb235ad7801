import type { Page } from 'playwright-core'
import { type Hands, mouse } from './hands.ts'

export interface Newcomer {
  readonly email: string
  readonly name: string
}

/** Signs up or in at the local issuer, which identifies people by address. Starts on the issuer's page. */
export const signUpAtIssuer = async (page: Page, { email, name }: Newcomer, hands = mouse): Promise<void> => {
  await page.getByRole('heading', { name: 'New person' }).waitFor()
  await hands.write(page.getByLabel('Email'), email)
  await hands.write(page.getByLabel('Name'), name)
  await hands.press(page.getByRole('button', { name: 'Sign up' }))
}

/** Opens a console page as a visitor, signs up on the way, and returns to it. */
export const signInOnPage = async (
  page: Page,
  platform: string,
  person: Newcomer,
  path: string,
  hands: Hands,
): Promise<void> => {
  await page.goto(`${platform}${path}`)
  await signUpAtIssuer(page, person, hands)
  await page.locator('nav[aria-label="Main"]').waitFor({ state: 'attached' })
  const arrived = page.url().slice(platform.length)
  if (arrived !== path) throw new Error(`Signing in leads to ${arrived}, not back to ${path}`)
}

import type { Page } from 'playwright-core'

/** Signs up at the local issuer, or in again: it knows people by their address. */
export const signInOnPage = async (
  page: Page,
  platform: string,
  { email, name }: { readonly email: string; readonly name: string },
): Promise<void> => {
  await page.goto(`${platform}/dashboard`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Who you are' }).waitFor()
}

/** What the dashboard asks for by itself is there; a session that ends before is refused, which the console tells. */
export const dashboardIsThere = async (page: Page): Promise<void> => {
  await page.getByText('Your organisation has the plan').waitFor()
  await page.locator('#cycle time').waitFor()
}

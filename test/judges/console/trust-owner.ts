import type { Locator, Page } from 'playwright-core'
import { addsChosen, asksBeforeReplacing, changesAccess, chooses, documents } from './trust-documents.ts'
import type { Visit } from './visit.ts'

/** The pages of an owner. */
export interface Offered {
  readonly slug: string
  /** Path of the intake in the console. */
  readonly intake: string
}

const DOCUMENT = 'Penetration test 2026'

const CHOSEN = [
  ['Encryption at rest', 'aes-256'],
  ['Minimum TLS version', 'tls-1.3'],
  ['Access model', 'least-privilege'],
  ['Change review', 'peer'],
  ['Password manager for', 'universal'],
] as const

const ticks = ({ page, hands }: Visit, name: string, within?: string): Promise<void> => {
  const place = within === undefined ? page : page.getByRole('group', { name: within })
  return hands.press(place.getByLabel(name, { exact: true }))
}

const findings = (page: Page) => page.getByRole('region', { name: 'Preliminary findings' })

/** Two tabs share one draft and never overwrite it with an older version. */
const sharesOneDraft = async ({ page }: Visit, name: string): Promise<void> => {
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const typed of [`${name} and sons`, name]) {
    await other.getByLabel('Name', { exact: true }).fill(typed)
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some(({ value }) => value === text),
      typed,
    )
  }
  await other.close()
}

/** Writes an intake. Without MFA, the rules would refuse it. */
const writesIntake = async (seen: Visit, lookAt: (name: string) => Promise<void>): Promise<void> => {
  const { page, hands } = seen
  await hands.press(page.getByRole('link', { name: 'Create intake' }).first())
  await hands.write(page.getByLabel('Name', { exact: true }), 'Loaf Ltd')
  await sharesOneDraft(seen, 'Loaf Ltd')
  await page.getByLabel('Founded on').fill('2020-02-29')
  await ticks(seen, 'EU', 'Data residency')
  await ticks(seen, 'PII', 'Data classes')
  await ticks(seen, 'AWS', 'Cloud')
  await ticks(seen, 'Sentry', 'Monitoring')
  await ticks(seen, 'GitHub Actions', 'Build and delivery')
  await findings(page).getByText('Expected: does not meet the rules').waitFor()
  await findings(page).getByText('MFA-02').waitFor()
  await lookAt('draft-refused')
  await hands.choose(page.getByLabel('MFA required for', { exact: true }), 'universal')
  await findings(page).getByText('MFA-02').waitFor({ state: 'detached' })
  for (const [label, value] of CHOSEN) await hands.choose(page.getByLabel(label, { exact: true }), value)
  await hands.write(page.getByLabel('Log retention (days)'), '365')
  for (const name of ['Centralized logging', 'Screen lock', 'Disk encryption']) await ticks(seen, name)
  await ticks(seen, 'Endpoint detection')
  await findings(page).getByText('Expected: meets the rules').waitFor()
  await lookAt('draft')
}

const submitsIntake = async ({ page, hands }: Visit, lookAt: (name: string) => Promise<void>): Promise<string> => {
  await hands.press(page.getByRole('button', { name: 'Assess and sign' }))
  await page.waitForURL(/\/trust-pages\/intakes\/[0-9a-f]{64}$/)
  await page.getByRole('region', { name: 'Verdict' }).getByText('Meets the rules', { exact: true }).waitFor()
  await lookAt('judged')
  return new URL(page.url()).pathname
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Trust pages' }).getByRole('link', { name })

const publishes = async ({ page, hands }: Visit, slug: string): Promise<void> => {
  await hands.press(tab(page, 'Pages'))
  await hands.write(page.getByLabel('Address'), 'admin')
  await hands.press(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('alert').first().waitFor()
  await hands.write(page.getByLabel('Address'), slug)
  await hands.press(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('heading', { name: slug, level: 1 }).waitFor()
}

/** A failed copy is named, and nothing is published before the user decides. */
const saysWhatFailed = async (
  { page, hands }: Visit,
  dialog: Locator,
  lookAt: (name: string) => Promise<void>,
): Promise<void> => {
  const answer = { error: 'The bundle is full', code: 'trust_bundle_limit' }
  await page.route('**/copy', (route) => route.fulfill({ status: 409, json: answer }))
  await hands.press(dialog.getByRole('button', { name: 'Publish' }))
  await dialog.getByText('Nothing was published. 0 of 1 document was copied.').waitFor()
  await dialog.getByText(`${DOCUMENT} could not be copied: The bundle is full`).waitFor()
  await lookAt('publish-failed')
  await page.unroute('**/copy')
}

const shows = async ({ page, hands }: Visit, intake: string): Promise<void> => {
  await hands.choose(page.getByLabel('Intake', { exact: true }), intake.split('/').at(-1) ?? '')
  await hands.press(page.getByRole('button', { name: 'Publish' }))
}

/** While files are selected, another intake cannot be published. */
const waitsForFiles = async (seen: Visit, intake: string): Promise<void> => {
  const { page, hands } = seen
  await chooses(seen, 'Security notes')
  await hands.write(page.getByLabel('Display name'), 'Notes')
  await hands.choose(page.getByLabel('Intake', { exact: true }), intake.split('/').at(-1) ?? '')
  const publish = page.getByRole('button', { name: 'Publish' })
  if ((await publish.getAttribute('title')) !== 'Add or remove the selected files first')
    throw new Error('Another intake can be published while files are selected')
  await hands.press(page.getByRole('button', { name: 'Remove Security notes.pdf' }))
}

/** A document on request stays on request with another intake, unless the user decides otherwise. */
const keepsOnRequest = async (seen: Visit, first: string, next: string, lookAt: (name: string) => Promise<void>) => {
  const { page, hands } = seen
  await hands.press(page.getByRole('button', { name: `Make public ${DOCUMENT}` }))
  await page.getByRole('button', { name: `Make available on request ${DOCUMENT}` }).waitFor()
  await waitsForFiles(seen, first)
  await shows(seen, first)
  await page.getByRole('button', { name: `Make public ${DOCUMENT}` }).waitFor()
  await shows(seen, next)
  const dialog = page.getByRole('dialog', { name: /^Publish the intake of/ })
  await dialog.getByText('Publishing makes 1 document public that is currently on request:').waitFor()
  if (!(await dialog.getByLabel('Keep it on request').isChecked()))
    throw new Error('A document becomes public without a decision')
  await lookAt('publish-wider')
  await hands.press(dialog.getByRole('button', { name: 'Publish' }))
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Make public ${DOCUMENT}` }).waitFor()
}

/** Starts the next intake from an earlier one; its page keeps the documents. */
const publishesAnother = async (
  seen: Visit,
  { slug, intake }: Offered,
  lookAt: (name: string) => Promise<void>,
): Promise<Offered> => {
  const { page, home, hands } = seen
  await page.goto(`${home}${intake}`)
  await hands.press(page.getByRole('button', { name: 'Use as draft' }))
  await findings(page).getByText('Expected: meets the rules').waitFor()
  await hands.write(page.getByLabel('Log retention (days)'), '400')
  const next = await submitsIntake(seen, async () => undefined)
  await hands.press(tab(page, 'Pages'))
  await hands.press(page.getByRole('table', { name: 'Trust pages' }).getByRole('link', { name: slug }))
  await shows(seen, next)
  const dialog = page.getByRole('dialog', { name: /^Publish the intake of/ })
  if (!(await dialog.getByRole('checkbox', { name: DOCUMENT, exact: true }).isChecked()))
    throw new Error('Documents are left behind without a decision')
  await lookAt('publish-another')
  await saysWhatFailed(seen, dialog, lookAt)
  await hands.press(dialog.getByRole('button', { name: 'Publish' }))
  await dialog.waitFor({ state: 'detached' })
  await documents(page).getByRole('rowheader', { name: DOCUMENT, exact: true }).waitFor()
  await page.frameLocator('iframe[title^="Trust page"]').getByText('400').first().waitFor()
  await keepsOnRequest(seen, intake, next, lookAt)
  return { slug, intake: next }
}

/** From an empty area to a page with a document on request. */
export const offers = async (seen: Visit, slug: string, lookAt: (name: string) => Promise<void>): Promise<Offered> => {
  const { page } = seen
  await page.getByText('Your trust pages appear here.').waitFor()
  await lookAt('empty')
  await writesIntake(seen, lookAt)
  const intake = await submitsIntake(seen, lookAt)
  await publishes(seen, slug)
  await chooses(seen, DOCUMENT)
  await addsChosen(seen, DOCUMENT, lookAt)
  await asksBeforeReplacing(seen, DOCUMENT, lookAt)
  await changesAccess(seen, DOCUMENT)
  await lookAt('page')
  return publishesAnother(seen, { slug, intake }, lookAt)
}

/** Every view of the area shows the number of pending requests. */
export const countsWaiting = async ({ page, home }: Visit, count: number): Promise<void> => {
  await page.goto(`${home}/trust-pages`)
  await tab(page, `Requests ${count}`).waitFor()
}

/** Decides about a visitor's request. */
export const decides = async (
  { page, home, hands }: Visit,
  decision: 'Grant' | 'Revoke',
  who: string,
  becomes: string,
): Promise<void> => {
  await page.goto(`${home}/trust-pages/requests`, { waitUntil: 'networkidle' })
  const row = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: who })
  await hands.press(row.getByRole('button', { name: new RegExp(`^${decision}`) }))
  // Revoking requires a confirmation.
  if (decision === 'Revoke')
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke access', exact: true }))
  await row.getByText(becomes, { exact: true }).waitFor()
}

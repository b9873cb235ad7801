import type { Locator, Page } from 'playwright-core'
import { addChosenFile, changeAccess, checkReplaceConfirmation, chooseFile, documents } from './trust-documents.ts'
import type { Visit } from './visit.ts'

/** The pages of an owner. */
export interface PublishedPage {
  readonly slug: string
  /** Path of the intake in the console. */
  readonly intake: string
}

const DOCUMENT = 'Penetration test 2026'

const SELECTED_CONTROLS = [
  ['Encryption at rest', 'aes-256'],
  ['Minimum TLS version', 'tls-1.3'],
  ['Access model', 'least-privilege'],
  ['Change review', 'peer'],
  ['Password manager for', 'universal'],
] as const

const tick = ({ page, hands }: Visit, name: string, group?: string): Promise<void> => {
  const container = group === undefined ? page : page.getByRole('group', { name: group })
  return hands.press(container.getByLabel(name, { exact: true }))
}

const findings = (page: Page) => page.getByRole('region', { name: 'Preliminary findings' })

/** Two tabs share one draft and never overwrite it with an older version. */
const checkSharedDraft = async ({ page }: Visit, name: string): Promise<void> => {
  const otherTab = await page.context().newPage()
  await otherTab.goto(page.url())
  for (const typed of [`${name} and sons`, name]) {
    await otherTab.getByLabel('Name', { exact: true }).fill(typed)
    await page.waitForFunction(
      (text) => [...document.querySelectorAll('input')].some(({ value }) => value === text),
      typed,
    )
  }
  await otherTab.close()
}

/** Writes an intake. Without MFA, it would not meet the rules. */
const writeIntake = async (session: Visit, inspectView: (name: string) => Promise<void>): Promise<void> => {
  const { page, hands } = session
  await hands.press(page.getByRole('link', { name: 'Create intake' }).first())
  await hands.write(page.getByLabel('Name', { exact: true }), 'Loaf Ltd')
  await checkSharedDraft(session, 'Loaf Ltd')
  await page.getByLabel('Founded on').fill('2020-02-29')
  await tick(session, 'EU', 'Data residency')
  await tick(session, 'Personal data (PII)', 'Data classes')
  await tick(session, 'AWS', 'Cloud')
  await tick(session, 'Sentry', 'Monitoring')
  await tick(session, 'GitHub Actions', 'Build and delivery')
  await findings(page).getByText('Expected: does not meet the rules').waitFor()
  await findings(page).getByText('MFA-02').waitFor()
  await inspectView('draft-refused')
  await hands.choose(page.getByLabel('MFA required for', { exact: true }), 'universal')
  await findings(page).getByText('MFA-02').waitFor({ state: 'detached' })
  for (const [label, value] of SELECTED_CONTROLS) await hands.choose(page.getByLabel(label, { exact: true }), value)
  await hands.write(page.getByLabel('Log retention (days)'), '365')
  for (const name of ['Centralized logging', 'Screen lock', 'Disk encryption']) await tick(session, name)
  await tick(session, 'Endpoint detection')
  await findings(page).getByText('Expected: meets the rules').waitFor()
  await inspectView('draft')
}

const submitIntake = async ({ page, hands }: Visit, inspectView: (name: string) => Promise<void>): Promise<string> => {
  await hands.press(page.getByRole('button', { name: 'Assess and sign' }))
  await page.waitForURL(/\/trust-pages\/intakes\/[0-9a-f]{64}$/)
  await page.getByRole('region', { name: 'Verdict' }).getByText('Meets the rules', { exact: true }).waitFor()
  await inspectView('judged')
  return new URL(page.url()).pathname
}

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Trust pages' }).getByRole('link', { name })

const publishPage = async ({ page, hands }: Visit, slug: string): Promise<void> => {
  await hands.press(tab(page, 'Pages'))
  await hands.write(page.getByLabel('Address'), 'admin')
  await hands.press(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('alert').first().waitFor()
  await hands.write(page.getByLabel('Address'), slug)
  await hands.press(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('heading', { name: slug, level: 1 }).waitFor()
}

/** The dialog names a failed copy, and nothing is published before the user decides. */
const checkFailedCopy = async (
  { page, hands }: Visit,
  dialog: Locator,
  inspectView: (name: string) => Promise<void>,
): Promise<void> => {
  const answer = { error: 'The bundle is full', code: 'trust_bundle_limit' }
  await page.route('**/copy', (route) => route.fulfill({ status: 409, json: answer }))
  await hands.press(dialog.getByRole('button', { name: 'Publish' }))
  await dialog.getByText('Nothing was published. 0 of 1 document was copied.').waitFor()
  await dialog.getByText(`${DOCUMENT} could not be copied: The bundle is full`).waitFor()
  await inspectView('publish-failed')
  await page.unroute('**/copy')
}

const publishIntake = async ({ page, hands }: Visit, intake: string): Promise<void> => {
  await hands.choose(page.getByLabel('Intake', { exact: true }), intake.split('/').at(-1) ?? '')
  await hands.press(page.getByRole('button', { name: 'Publish' }))
}

/** While files are selected, another intake cannot be published. */
const checkBlockedByFiles = async (session: Visit, intake: string): Promise<void> => {
  const { page, hands } = session
  await chooseFile(session, 'Security notes')
  await hands.write(page.getByLabel('Display name'), 'Notes')
  await hands.choose(page.getByLabel('Intake', { exact: true }), intake.split('/').at(-1) ?? '')
  const publish = page.getByRole('button', { name: 'Publish' })
  if ((await publish.getAttribute('title')) !== 'Add or remove the selected files first')
    throw new Error('Another intake can be published while files are selected')
  await hands.press(page.getByRole('button', { name: 'Remove Security notes.pdf' }))
}

/** A document on request stays on request with another intake, unless the user decides otherwise. */
const checkKeptOnRequest = async (
  session: Visit,
  first: string,
  next: string,
  inspectView: (name: string) => Promise<void>,
) => {
  const { page, hands } = session
  await hands.press(page.getByRole('button', { name: `Make public ${DOCUMENT}` }))
  await page.getByRole('button', { name: `Make available on request ${DOCUMENT}` }).waitFor()
  await checkBlockedByFiles(session, first)
  await publishIntake(session, first)
  await page.getByRole('button', { name: `Make public ${DOCUMENT}` }).waitFor()
  await publishIntake(session, next)
  const dialog = page.getByRole('dialog', { name: /^Publish the intake of/ })
  await dialog.getByText('Publishing makes 1 document public that is currently on request:').waitFor()
  if (!(await dialog.getByLabel('Keep the document on request').isChecked()))
    throw new Error('A document becomes public without a decision')
  await inspectView('publish-wider')
  await hands.press(dialog.getByRole('button', { name: 'Publish' }))
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Make public ${DOCUMENT}` }).waitFor()
}

/** Starts the next intake from an earlier one; its page keeps the documents. */
const publishNextIntake = async (
  session: Visit,
  { slug, intake }: PublishedPage,
  inspectView: (name: string) => Promise<void>,
): Promise<PublishedPage> => {
  const { page, home, hands } = session
  await page.goto(`${home}${intake}`)
  await hands.press(page.getByRole('button', { name: 'Use as draft' }))
  await findings(page).getByText('Expected: meets the rules').waitFor()
  await hands.write(page.getByLabel('Log retention (days)'), '400')
  const next = await submitIntake(session, async () => undefined)
  await hands.press(tab(page, 'Pages'))
  await hands.press(page.getByRole('table', { name: 'Trust pages' }).getByRole('link', { name: slug }))
  await publishIntake(session, next)
  const dialog = page.getByRole('dialog', { name: /^Publish the intake of/ })
  if (!(await dialog.getByRole('checkbox', { name: DOCUMENT, exact: true }).isChecked()))
    throw new Error('Documents are not copied, without a decision of the user')
  await inspectView('publish-another')
  await checkFailedCopy(session, dialog, inspectView)
  await hands.press(dialog.getByRole('button', { name: 'Publish' }))
  await dialog.waitFor({ state: 'detached' })
  await documents(page).getByRole('rowheader', { name: DOCUMENT, exact: true }).waitFor()
  await page.frameLocator('iframe[title^="Trust page"]').getByText('400').first().waitFor()
  await checkKeptOnRequest(session, intake, next, inspectView)
  return { slug, intake: next }
}

/** From an empty area to a page with a document on request. */
export const offerDocument = async (
  session: Visit,
  slug: string,
  inspectView: (name: string) => Promise<void>,
): Promise<PublishedPage> => {
  const { page } = session
  await page.getByText('Your trust pages appear here.').waitFor()
  await inspectView('empty')
  await writeIntake(session, inspectView)
  const intake = await submitIntake(session, inspectView)
  await publishPage(session, slug)
  await chooseFile(session, DOCUMENT)
  await addChosenFile(session, DOCUMENT, inspectView)
  await checkReplaceConfirmation(session, DOCUMENT, inspectView)
  await changeAccess(session, DOCUMENT)
  await inspectView('page')
  return publishNextIntake(session, { slug, intake }, inspectView)
}

/** Every view of the area shows the number of pending requests. */
export const checkPendingCount = async ({ page, home }: Visit, count: number): Promise<void> => {
  await page.goto(`${home}/trust-pages`)
  await tab(page, `Requests ${count}`).waitFor()
}

/** Decides about a visitor's request. */
export const decideRequest = async (
  { page, home, hands }: Visit,
  decision: 'Grant' | 'Revoke',
  requester: string,
  newStatus: string,
): Promise<void> => {
  await page.goto(`${home}/trust-pages/requests`, { waitUntil: 'networkidle' })
  const row = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: requester })
  await hands.press(row.getByRole('button', { name: new RegExp(`^${decision}`) }))
  // Revoking requires a confirmation.
  if (decision === 'Revoke')
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke access', exact: true }))
  await row.getByText(newStatus, { exact: true }).waitFor()
}

import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from 'playwright-core'
import type { Visit } from './visit.ts'

/** What an owner has made. */
export interface Offered {
  readonly slug: string
  /** Path of the intake in the console. */
  readonly intake: string
}

const DOCUMENT = 'Penetration test 2026'

const CHOSEN = [
  ['Encryption at rest', 'aes-256'],
  ['Oldest TLS that is taken', 'tls-1.3'],
  ['Access by', 'least-privilege'],
  ['Changes are reviewed by', 'peer'],
  ['Password manager for', 'universal'],
] as const

const ticks = ({ page, hands }: Visit, name: string, within?: string): Promise<void> => {
  const place = within === undefined ? page : page.getByRole('group', { name: within })
  return hands.press(place.getByLabel(name, { exact: true }))
}

const findings = (page: Page) => page.getByRole('region', { name: 'Findings so far' })

/** Without a second factor the rules would refuse it; once there is one, the finding is gone. */
const writesIntake = async (seen: Visit, lookAt: (name: string) => Promise<void>): Promise<void> => {
  const { page, hands } = seen
  await hands.press(page.getByRole('link', { name: 'Begin an intake' }))
  await hands.write(page.getByLabel('Name', { exact: true }), 'Loaf Ltd')
  await page.getByLabel('Founded on').fill('2020-02-29')
  await ticks(seen, 'EU', 'Where data stays')
  await ticks(seen, 'PII', 'Classes of data')
  await ticks(seen, 'AWS', 'Cloud')
  await ticks(seen, 'Sentry', 'Monitoring')
  await ticks(seen, 'GitHub Actions', 'Build and delivery')
  await findings(page).getByText('Would be refused').waitFor()
  await findings(page).getByText('MFA-02').waitFor()
  await lookAt('draft-refused')
  await hands.choose(page.getByLabel('Second factor for', { exact: true }), 'universal')
  await findings(page).getByText('MFA-02').waitFor({ state: 'detached' })
  for (const [label, value] of CHOSEN) await hands.choose(page.getByLabel(label, { exact: true }), value)
  await hands.write(page.getByLabel('Days for which logs are kept'), '365')
  for (const name of ['Logs are in one place, apart from what makes them', 'Screens lock', 'Disks are encrypted'])
    await ticks(seen, name)
  await ticks(seen, 'Endpoint detection runs')
  await findings(page).getByText('Would be accepted').waitFor()
  await lookAt('draft')
}

const isJudged = async ({ page, hands }: Visit, lookAt: (name: string) => Promise<void>): Promise<string> => {
  await hands.press(page.getByRole('button', { name: 'Have it judged and signed' }))
  await page.waitForURL(/\/trust-pages\/intakes\/[0-9a-f]{64}$/)
  await page.getByRole('region', { name: 'Verdict' }).getByText('Accepted', { exact: true }).waitFor()
  await lookAt('judged')
  return new URL(page.url()).pathname
}

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Trust' }).getByRole('link', { name })

const publishes = async ({ page, hands }: Visit, slug: string): Promise<void> => {
  await hands.press(tab(page, 'Pages'))
  await hands.write(page.getByLabel('Address'), 'admin')
  await hands.press(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('alert').first().waitFor()
  await hands.write(page.getByLabel('Address'), slug)
  await hands.press(page.getByRole('button', { name: 'Publish' }))
  await page.getByRole('heading', { name: slug, level: 1 }).waitFor()
}

/** A PDF of two pages. */
const pdf = async (): Promise<Buffer> => {
  const made = await PDFDocument.create()
  for (const nth of [1, 2]) made.addPage([595, 842]).drawText(`Findings, part ${nth}`)
  return Buffer.from(await made.save())
}

/** Chooses a file in place of dropping it: both come to the same. */
export const storesDocument = async ({ page, hands }: Visit, name: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await hands.press(page.getByRole('button', { name: 'Choose files' }))
  await (await chooser).setFiles({ name: `${name}.pdf`, mimeType: 'application/pdf', buffer: await pdf() })
  await page.getByRole('table', { name: 'Documents' }).getByRole('rowheader', { name, exact: true }).waitFor()
}

/** What buyers see is shown as they see it, and again once it is different. */
const isOnRequest = async ({ page, hands }: Visit): Promise<void> => {
  const preview = page.frameLocator('iframe[title^="Trust page"]')
  await preview.getByRole('link', { name: DOCUMENT, exact: true }).waitFor()
  await hands.press(page.getByRole('switch', { name: `On request ${DOCUMENT}` }))
  await preview.getByRole('link', { name: `${DOCUMENT} (on request)` }).waitFor()
  await hands.mark(page.getByRole('radio', { name: '390 px' }))
  const width = await page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().width)
  if (width > 390) throw new Error(`The narrow preview is ${width} px wide`)
}

/** From an empty area to a page with a document on request. */
export const offers = async (seen: Visit, slug: string, lookAt: (name: string) => Promise<void>): Promise<Offered> => {
  const { page } = seen
  await page.getByText('A trust page shows buyers a signed intake').waitFor()
  await lookAt('empty')
  await writesIntake(seen, lookAt)
  const intake = await isJudged(seen, lookAt)
  await publishes(seen, slug)
  await storesDocument(seen, DOCUMENT)
  await isOnRequest(seen)
  await lookAt('page')
  return { slug, intake }
}

/** Decides about the request of a visitor. */
export const decides = async (
  { page, home, hands }: Visit,
  decision: 'Grant' | 'Revoke',
  who: string,
  becomes: string,
): Promise<void> => {
  await page.goto(`${home}/trust-pages/requests`, { waitUntil: 'networkidle' })
  const row = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: who })
  await hands.press(row.getByRole('button', { name: new RegExp(`^${decision}`) }))
  await row.getByText(becomes, { exact: true }).waitFor()
}

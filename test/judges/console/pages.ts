import type { Page } from 'playwright-core'
import { JUDGED_SERVICES } from '../services.ts'
import { ABSENT_ADDRESSES, ADDRESSES, UNKNOWN_ADDRESSES } from './addresses.ts'
import { receiptOfJob } from './receipts.ts'
import { type Seeded, seed } from './seed.ts'
import { type Bench, requestAs, signUp, type Visit, visit } from './visit.ts'

/** A dialog, menu or other element that opens on a page. */
interface Overlay {
  readonly name: string
  readonly path: string
  readonly open: (page: Page) => Promise<void>
}

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** Opens a dialog by the text of its button. */
const dialogBy = (path: string, ...names: readonly (string | RegExp)[]): Overlay => ({
  name: `${path.slice(1).replaceAll('/', '-') || 'overview'}-${String(names.at(-1)).replace(/\W+/g, '-')}`,
  path,
  async open(page) {
    for (const name of names) await press(page, name)
    await page.getByRole('dialog').waitFor()
  },
})

const menuBy = (path: string, name: RegExp): Overlay => ({
  name: `${path.slice(1).replaceAll('/', '-') || 'overview'}-menu-${name.source.replace(/\W+/g, '-')}`,
  path,
  async open(page) {
    await press(page, name)
    await page.locator('.popover:popover-open').waitFor()
  },
})

/** Every dialog and menu of the filled pages, once. */
const overlaysOf = ({ jobs, monitor, notebook, asset, trustPage, telemetry }: Seeded): readonly Overlay[] => [
  menuBy('/', /^Organization:/),
  menuBy('/', /^Account of/),
  {
    name: 'palette',
    path: '/',
    async open(page) {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'playground-options',
    path: '/images?prompt=a+lighthouse',
    async open(page) {
      await page.getByText('More options').click()
      await page.getByRole('tab', { name: 'Python' }).click()
    },
  },
  dialogBy(`/images/${jobs[0]}`, 'Generate variations…'),
  dialogBy(`/images/${jobs[0]}`, 'Delete…'),
  dialogBy('/images/webhooks', 'Replace secret…'),
  {
    name: 'webhook-secret',
    path: '/images/webhooks',
    async open(page) {
      await press(page, 'Show secret')
      await page.getByRole('region', { name: 'The signing secret' }).waitFor()
    },
  },
  dialogBy('/archive', /^Delete conversations/),
  {
    name: 'evidence-about',
    path: '/evidence',
    async open(page) {
      await page.getByLabel('Text', { exact: true }).fill('By Ada Kay\n\nRye raises the yield by 12 percent.')
      await page.getByRole('progressbar', { name: 'Score' }).waitFor()
      await page.getByText('Author, dates and subject areas').click()
    },
  },
  dialogBy('/evidence', 'Insert from library…'),
  dialogBy('/evidence', 'Fill gaps…'),
  dialogBy(`/evidence/library/${asset}`, 'Delete…'),
  dialogBy(`/trust-pages/pages/${trustPage}`, /^Remove Penetration test/),
  dialogBy(`/trust-pages/pages/${trustPage}`, 'Delete page'),
  dialogBy(notebook, 'Delete…'),
  {
    name: 'archive-answer',
    path: '/archive/ask',
    async open(page) {
      await page.getByLabel('Question').fill('Who sails the Aurora?')
      await press(page, 'Ask')
      await press(page, /^Source 1/)
      await page.locator('.quote').first().waitFor()
    },
  },
  dialogBy('/observe', `Remove ${telemetry.worker}…`),
  dialogBy(`/observe/alerts/rules/${telemetry.rule}`, 'Delete…'),
  dialogBy(`/observe/alerts/objectives/${telemetry.objective}`, 'Delete…'),
  {
    name: 'observe-span',
    path: `/observe/traces/${telemetry.failed}`,
    async open(page) {
      await page.getByRole('treeitem').filter({ hasText: 'charge the card' }).click()
      await page.getByRole('complementary', { name: 'Span' }).waitFor()
    },
  },
  dialogBy(`/mentions/${monitor}`, 'Test endpoint'),
  menuBy(`/mentions/${monitor}`, /^More actions for/),
  dialogBy(`/mentions/${monitor}`, /^More actions for/, /^Replace signing secret/),
  dialogBy(`/mentions/${monitor}`, /^More actions for/, 'Delete…'),
  menuBy('/keys', /^Actions for API key/),
  dialogBy('/keys', /^Actions for API key shop, production/, 'Replace key…'),
  {
    name: 'keys-new-scopes',
    path: '/keys/new',
    async open(page) {
      await page.getByLabel('Custom').check()
    },
  },
  menuBy('/agents', /^Actions for/),
  dialogBy('/agents', /^Actions for/, 'Change budget…'),
  dialogBy('/agents', /^Actions for/, 'Revoke access…'),
  dialogBy('/billing', /^Downgrade to Free/),
  dialogBy('/account', 'Delete account…'),
]

/** Opened in a shared organization, which the session then acts for. */
const SHARED_OVERLAYS: readonly Overlay[] = [
  menuBy('/people', /^Actions for/),
  dialogBy('/people', /^Actions for/, 'Leave…'),
  dialogBy('/people', /^Delete Foundry/),
  {
    name: 'people-invited',
    path: '/people',
    async open(page) {
      await page.getByLabel('Email').fill('new@people.example')
      await press(page, 'Invite member')
      await page.getByRole('dialog').waitFor()
    },
  },
]

const nameOf = (path: string): string => path.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'overview'

const inspectPage = async ({ page, home, inspector }: Visit, name: string, path: string): Promise<void> => {
  await page.goto(`${home}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await inspector.inspectEverywhere(page, name)
}

const inspectOverlay = async (
  { page, home, inspector }: Visit,
  { name, path, open: openOverlay }: Overlay,
): Promise<void> => {
  await page.goto(`${home}${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await openOverlay(page)
  await inspector.inspectEverywhere(page, name)
}

/** With PAGES_TURN 0 or 1, each address is inspected in one of its two states per turn; otherwise in both. */
const { PAGES_TURN } = process.env
const pathsOfTurn = (paths: readonly string[], state: 0 | 1): readonly string[] =>
  PAGES_TURN === undefined ? paths : paths.filter((_, at) => (at + state + Number(PAGES_TURN)) % 2 === 0)

/** Expects the page for something that does not exist. */
const checkNotFound = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('heading', { name: / does not exist$/ }).waitFor()
}

/** A new account: each list has an empty state. */
const judgeEmpty = (bench: Bench): Promise<Visit> =>
  visit(bench, 'empty', async (session) => {
    const { page, home, watch, inspector } = session
    await signUp(session)
    for (const path of pathsOfTurn(ADDRESSES, 0)) await inspectPage(session, nameOf(path), path)
    for (const path of UNKNOWN_ADDRESSES) await checkNotFound(page, `${home}${path}`)
    watch.expectProblems(/status of (404|400)/, 'requests for resources that do not exist')
    for (const path of ABSENT_ADDRESSES) await checkNotFound(page, `${home}${path}`)
    await inspector.inspectEverywhere(page, 'absent')
  })

/** An account with full lists. */
const judgeFilled = (bench: Bench): Promise<Visit> =>
  visit(bench, 'filled', async (session) => {
    const { page, home } = session
    const seeded = await seed(session, bench)
    const receipt = `/receipts/${await receiptOfJob(page, seeded.jobs[0] ?? '')}`
    const paths = [
      ...pathsOfTurn(ADDRESSES, 1),
      `/images/${seeded.jobs[0]}`,
      '/archive/search?q=harbour+of+the+Aurora',
      receipt,
      seeded.notebook,
      ...['', 'files', 'threats', 'tests', 'oracle', 'update'].map((view) => `/flows/${seeded.flow}?view=${view}`),
      `/consultations/${seeded.consultation}`,
      '/consultations/memory?role=cto',
      `/evidence/library/${seeded.asset}`,
      `/evidence/attestations/${seeded.attestation}`,
      `/trust-pages/intakes/${seeded.intake}`,
      `/trust-pages/pages/${seeded.trustPage}`,
      `/observe/traces/${seeded.telemetry.failed}`,
      `/observe/alerts/rules/${seeded.telemetry.rule}`,
      `/observe/alerts/objectives/${seeded.telemetry.objective}`,
      `/mentions/${seeded.monitor}`,
      `/mentions/${seeded.monitor}/edit`,
      ...JUDGED_SERVICES.flatMap(({ key, tryOut }) => [`/docs/${key}`, `/docs/${key}/${tryOut}`]),
    ]
    for (const path of paths) await inspectPage(session, nameOf(path), path)
    for (const opening of [...overlaysOf(seeded), dialogBy(receipt, 'Withdraw…')])
      await inspectOverlay(session, opening)
    await page.goto(`${home}/archive/search?q=harbour`)
    await page.getByRole('link', { name: 'The harbour of Visby' }).first().click()
    await session.inspector.inspectEverywhere(page, 'conversation')
    await requestAs(page, 'POST', `/api/organizations/${seeded.organization}/switch`)
    await inspectPage(session, 'people-shared', '/people')
    for (const opening of SHARED_OVERLAYS) await inspectOverlay(session, opening)
  })

/** Every page of every area, empty and filled, with all dialogs and menus, and unknown pages. */
export const judgePages = async (bench: Bench): Promise<string> => {
  const visits = [await judgeEmpty(bench), await judgeFilled(bench)]
  return `${visits.reduce((sum, { inspector }) => sum + inspector.viewCount, 0)} views of pages without findings`
}

import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { keyboard, requireFocus } from './keys.ts'
import { type Bench, type PageInput, signInAs, switchToPersonal, type Visit, visit } from './visit.ts'

const HEIGHT = 900

/** Inspects a step. */
type InspectStep = (name: string) => Promise<void>

/** Returns a key that is unique per input method and run, because the deleted flag is restored at the end. */
const keyOf = (name: string): string => `judged-${Date.now().toString(36)}-${name}`

/** Calls the API. An error names the request, so that a failed call is not mistaken for a missing element. */
const call = async (url: string, key: string, method: string, path: string, body: object): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'if-match': '*' }
  const response = await fetch(`${url}/_api/flags${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
}

/** Creates a flag that is on or off, and stays on its page. */
export const createFlag = async ({ page, hands }: PageInput, flag: string): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Create flag' }).first())
  await hands.write(page.getByLabel('Key', { exact: true }), flag)
  await hands.mark(page.getByLabel('On or off'))
  await hands.write(page.getByLabel('Tags'), 'judged')
  await hands.press(page.getByRole('button', { name: 'Create flag' }))
  await page.getByRole('heading', { name: flag }).waitFor()
}

const save = async ({ page, hands }: PageInput, reason: string): Promise<void> => {
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByRole('list', { name: 'Changes' }).waitFor()
  await hands.write(page.getByLabel('Reason'), reason)
  await hands.press(page.getByRole('button', { name: 'Save change' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const FLAG_READS = /\/_api\/flags\/flags\/[^/]+$/

/** Runs the work while queries of the flag are blocked, so that the page must use the saved flag. */
const withBlockedReads = async (page: Page, work: () => Promise<void>): Promise<void> => {
  const isRead = (url: URL): boolean => FLAG_READS.test(url.pathname)
  const { promise: workDone, resolve: release } = Promise.withResolvers<void>()
  await page.route(isRead, async (route) => {
    if (route.request().method() === 'GET') await workDone
    // A newer query may have aborted this one.
    await route.continue().catch(() => undefined)
  })
  try {
    await work()
  } finally {
    release()
    await page.unroute(isRead)
  }
}

/** Adds a rule to the flag and switches it on. */
export const addRule = async (pageInput: PageInput, inspect: InspectStep): Promise<void> => {
  const { page, hands } = pageInput
  await hands.press(page.getByRole('button', { name: 'Add rule' }))
  await hands.write(page.getByLabel('Attribute', { exact: true }), 'plan')
  await hands.choose(page.getByLabel('Comparison'), 'in')
  await hands.write(page.getByLabel('Value', { exact: true }), 'pro, team')
  await inspect('rule')
  await hands.press(page.getByRole('button', { name: 'Apply rule' }))
  await page.getByText('If plan is one of pro, team then on').first().waitFor()
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByText('Rule added: If plan is one of pro, team then on').waitFor()
  await inspect('save')
  await hands.press(page.getByRole('button', { name: 'Cancel' }))
  await withBlockedReads(page, async () => {
    await save(pageInput, 'For those who pay')
    await hands.press(page.getByRole('switch'))
    await page.getByText('Switched on', { exact: true }).waitFor()
  })
  await hands.press(page.getByRole('button', { name: 'Save change' }))
  await page.getByText('Set by its rule for matching users, off for other users').waitFor()
  if (await page.getByText('100%').isVisible()) throw new Error('A flag with a rule claims to be on for 100%')
}

/**
 * An API key changes the flag while the form is open: the page shows that change, and applies its own to the new
 * version.
 */
const resolveConflict = async (
  { page, hands }: PageInput,
  flag: string,
  { urls, identities }: RunningSystem,
  inspect: InspectStep,
): Promise<void> => {
  await hands.press(page.getByRole('button', { name: 'Edit rule 1' }))
  await hands.write(page.getByLabel('Value', { exact: true }), 'team')
  await hands.press(page.getByRole('button', { name: 'Apply rule' }))
  const change = { description: 'Changed by a program', reason: 'Meanwhile' }
  await call(String(urls.platform), identities.team.platKey, 'PATCH', `/flags/${flag}`, change)
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByText('Your change was not saved, because the flag has changed since you opened it.').waitFor()
  await page.getByText('Description: none → Changed by a program').waitFor()
  await inspect('conflict')
  await hands.press(page.getByRole('button', { name: /^Apply my change to version/ }))
  await hands.press(page.getByRole('button', { name: 'Save change' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('If plan is one of team then on').first().waitFor()
}

/** An error of the service is shown at the rule that it names. */
const checkInvalidRule = async ({ page, hands }: PageInput): Promise<void> => {
  await hands.press(page.getByRole('button', { name: 'Add rule' }))
  await hands.write(page.getByLabel('Attribute', { exact: true }), 'email')
  await hands.choose(page.getByLabel('Comparison'), 'regex')
  await hands.write(page.getByLabel('Value', { exact: true }), '(')
  await hands.press(page.getByRole('button', { name: 'Apply rule' }))
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByRole('listitem').filter({ hasText: 'email matches' }).getByRole('alert').waitFor()
  await hands.press(page.getByRole('button', { name: 'Discard' }))
}

const explainEvaluation = async ({ page, hands }: PageInput, inspect: InspectStep): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Evaluation', exact: true }))
  await hands.write(page.getByLabel('user', { exact: true }), 'user-1')
  await hands.write(page.getByLabel('plan', { exact: true }), 'team')
  await hands.press(page.getByRole('button', { name: 'Explain' }))
  await page.getByText('Rule 1 (deciding step)').waitFor()
  await inspect('evaluation')
}

/** Starts a canary of the flag, pauses, resumes and stops it. */
export const runCanary = async ({ page, hands }: PageInput, inspect: InspectStep): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Canary', exact: true }))
  await hands.write(page.getByLabel('Stages'), '5, 50, 100')
  await hands.press(page.getByRole('button', { name: 'Start canary' }))
  await page.getByText('Running', { exact: true }).waitFor()
  await inspect('canary')
  await hands.press(page.getByRole('button', { name: 'Pause' }))
  await page.getByText('Paused', { exact: true }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Resume' }))
  await page.getByText('Running', { exact: true }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Stop and roll back' }))
  await page.getByText('Rolled back', { exact: true }).waitFor()
}

const revertChange = async ({ page, hands }: PageInput, inspect: InspectStep): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Audit log' }))
  await page.getByText('“For those who pay”').waitFor()
  await inspect('audit')
  const entry = page.getByRole('listitem').filter({ hasText: '“For those who pay”' })
  await hands.press(entry.getByRole('button', { name: /^Revert to version/ }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revert' }))
  await page.getByText('Reverted to an earlier version').waitFor()
}

const deleteFlag = async ({ page, hands }: PageInput, flag: string, inspect: InspectStep): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Settings' }))
  await hands.press(page.getByRole('button', { name: 'Archive flag', exact: true }))
  await page.getByText('Archived: evaluates as unknown').waitFor()
  await inspect('settings')
  await hands.press(page.getByRole('button', { name: 'Delete…' }))
  await hands.write(page.getByLabel(/^Type/), flag)
  await hands.press(page.getByRole('button', { name: 'Delete flag' }))
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
}

/** Restores a deleted flag from the environment's log and verifies the log. */
const restoreFlag = async ({ page, hands }: PageInput, inspect: InspectStep): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/flags/audit`)
  await hands.press(page.getByRole('button', { name: 'Verify log' }))
  await page.getByText(/The log is consistent/).waitFor()
  await inspect('log')
  await hands.press(page.getByRole('button', { name: /^Restore version/ }).first())
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Restore' }))
  await page.getByText('Reverted to an earlier version').first().waitFor()
}

const createSegment = async ({ page, hands }: PageInput, segment: string, inspect: InspectStep): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/flags/segments`)
  await hands.press(page.getByRole('button', { name: 'Create segment' }))
  await hands.write(page.getByLabel('Key', { exact: true }), segment)
  await hands.write(page.getByLabel('Attribute', { exact: true }), 'beta')
  await hands.write(page.getByLabel('Value', { exact: true }), 'true')
  await hands.press(page.getByRole('button', { name: 'Save segment' }))
  await page.getByRole('table', { name: 'Segments' }).getByText('None').first().waitFor()
  await inspect('segments')
}

/** A flag from creation to deletion and restore. */
const runLifecycle = async (
  session: Visit,
  system: RunningSystem,
  name: string,
  inspect: InspectStep,
): Promise<void> => {
  const { page, home, watch } = session
  watch.expectProblems(/status of (409|400).*\/_api\/flags/, 'a conflicting change and an invalid pattern')
  const flag = keyOf(name)
  await signInAs(session, system, 'team')
  await page.goto(`${home}/account`, { waitUntil: 'networkidle' })
  await switchToPersonal(page)
  await page.goto(`${home}/flags`)
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  await inspect('list')
  await createFlag(session, flag)
  await addRule(session, inspect)
  await resolveConflict(session, flag, system, inspect)
  await checkInvalidRule(session)
  await explainEvaluation(session, inspect)
  await runCanary(session, inspect)
  await revertChange(session, inspect)
  await deleteFlag(session, flag, inspect)
  await restoreFlag(session, inspect)
  await createSegment(session, `beta-${flag}`, inspect)
}

/** On a laptop and on a phone, checked in every width and scheme at each step. */
const judgeWithMouse = (bench: Bench, width: number): Promise<Visit> =>
  visit(
    bench,
    `flags-${width}`,
    (session) =>
      runLifecycle(session, bench.system, String(width), async (name) => {
        await session.inspector.inspectEverywhere(session.page, name)
        await session.page.setViewportSize({ width, height: HEIGHT })
      }),
    { viewport: { width, height: HEIGHT } },
  )

/** By keyboard alone at a zoom of 200 %, where sticky bars cover much of the page. */
const judgeByKeyboard = (bench: Bench): Promise<Visit> =>
  visit(
    bench,
    'flags-keyboard',
    async (session) => {
      await runLifecycle(session, bench.system, 'keyboard', async () => undefined)
      await requireFocus(session.page)
    },
    { viewport: { width: 640, height: HEIGHT / 2 } },
    keyboard,
  )

/**
 * Uses flags at 1280 and 390 px and by keyboard: creates a flag, adds a rule, gets a conflict and an error, explains
 * an evaluation, runs a canary, reverts, archives, deletes and restores.
 */
export const judgeFlags = async (bench: Bench): Promise<string> => {
  const visits = [await judgeWithMouse(bench, 1280), await judgeWithMouse(bench, 390), await judgeByKeyboard(bench)]
  const viewCount = visits.reduce((sum, { inspector }) => sum + inspector.viewCount, 0)
  return `flags created, changed and deleted on a phone and a desktop and by keyboard alone; no findings in ${viewCount} views`
}

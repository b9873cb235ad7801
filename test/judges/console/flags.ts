import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { holdsFocus, keyboard } from './keys.ts'
import { actForOneself, type Bench, enterAs, type Visit, visit, type Worked } from './visit.ts'

const HEIGHT = 900

/** Inspects a step. */
type Look = (name: string) => Promise<void>

/** Returns a key per way and run; a deleted flag is restored at the end. */
const keyOf = (name: string): string => `judged-${Date.now().toString(36)}-${name}`

/** Names the refused request, so that a failing call is not mistaken for a missing element. */
const call = async (url: string, key: string, method: string, path: string, body: object): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'if-match': '*' }
  const response = await fetch(`${url}/_api/flags${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
}

/** Creates a flag that is on or off, and stays on its page. */
export const makesFlag = async ({ page, hands }: Worked, flag: string): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Create flag' }).first())
  await hands.write(page.getByLabel('Key', { exact: true }), flag)
  await hands.mark(page.getByLabel('On or off'))
  await hands.write(page.getByLabel('Tags'), 'judged')
  await hands.press(page.getByRole('button', { name: 'Create flag' }))
  await page.getByRole('heading', { name: flag }).waitFor()
}

const save = async ({ page, hands }: Worked, reason: string): Promise<void> => {
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByRole('list', { name: 'Changes' }).waitFor()
  await hands.write(page.getByLabel('Reason'), reason)
  await hands.press(page.getByRole('button', { name: 'Save change' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const FLAG_READS = /\/_api\/flags\/flags\/[^/]+$/

/** Runs the work while queries of the flag are blocked, so that the page must use the saved flag. */
const withoutReads = async (page: Page, work: () => Promise<void>): Promise<void> => {
  const isRead = (url: URL): boolean => FLAG_READS.test(url.pathname)
  const { promise: worked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(isRead, async (route) => {
    if (route.request().method() === 'GET') await worked
    // A newer query may have aborted this one.
    await route.continue().catch(() => undefined)
  })
  try {
    await work()
  } finally {
    answer()
    await page.unroute(isRead)
  }
}

/** Adds a rule to the flag and switches it on. */
export const addsRule = async (worked: Worked, look: Look): Promise<void> => {
  const { page, hands } = worked
  await hands.press(page.getByRole('button', { name: 'Add rule' }))
  await hands.write(page.getByLabel('Attribute', { exact: true }), 'plan')
  await hands.choose(page.getByLabel('Comparison'), 'in')
  await hands.write(page.getByLabel('Value', { exact: true }), 'pro, team')
  await look('rule')
  await hands.press(page.getByRole('button', { name: 'Apply rule' }))
  await page.getByText('If plan is one of pro, team then on').first().waitFor()
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByText('Rule added: If plan is one of pro, team then on').waitFor()
  await look('save')
  await hands.press(page.getByRole('button', { name: 'Cancel' }))
  await withoutReads(page, async () => {
    await save(worked, 'For those who pay')
    await hands.press(page.getByRole('switch'))
    await page.getByText('Switched on', { exact: true }).waitFor()
  })
  await hands.press(page.getByRole('button', { name: 'Save change' }))
  await page.getByText('Set by its rule for matching users, off for other users').waitFor()
  if (await page.getByText('100 %').isVisible()) throw new Error('A flag with a rule claims to be on for 100 %')
}

/**
 * A key changes the flag while the form is open: the page shows who and what, and applies the change to the new
 * version.
 */
const meetsConflict = async (
  { page, hands }: Worked,
  flag: string,
  { urls, identities }: RunningSystem,
  look: Look,
): Promise<void> => {
  await hands.press(page.getByRole('button', { name: 'Edit rule 1' }))
  await hands.write(page.getByLabel('Value', { exact: true }), 'team')
  await hands.press(page.getByRole('button', { name: 'Apply rule' }))
  const change = { description: 'Changed by a program', reason: 'Meanwhile' }
  await call(String(urls.platform), identities.team.platKey, 'PATCH', `/flags/${flag}`, change)
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByText('Your change was not saved, because the flag has changed since you opened it.').waitFor()
  await page.getByText('Description: none → Changed by a program').waitFor()
  await look('conflict')
  await hands.press(page.getByRole('button', { name: /^Apply my change to version/ }))
  await hands.press(page.getByRole('button', { name: 'Save change' }))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('If plan is one of team then on').first().waitFor()
}

/** An error of the service is shown at the rule that it names. */
const isRefused = async ({ page, hands }: Worked): Promise<void> => {
  await hands.press(page.getByRole('button', { name: 'Add rule' }))
  await hands.write(page.getByLabel('Attribute', { exact: true }), 'email')
  await hands.choose(page.getByLabel('Comparison'), 'regex')
  await hands.write(page.getByLabel('Value', { exact: true }), '(')
  await hands.press(page.getByRole('button', { name: 'Apply rule' }))
  await hands.press(page.getByRole('button', { name: 'Review change' }))
  await page.getByRole('listitem').filter({ hasText: 'email matches' }).getByRole('alert').waitFor()
  await hands.press(page.getByRole('button', { name: 'Discard' }))
}

const asksWho = async ({ page, hands }: Worked, look: Look): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Evaluation', exact: true }))
  await hands.write(page.getByLabel('user', { exact: true }), 'user-1')
  await hands.write(page.getByLabel('plan', { exact: true }), 'team')
  await hands.press(page.getByRole('button', { name: 'Explain' }))
  await page.getByText('Rule 1 (deciding step)').waitFor()
  await look('who')
}

/** Starts a canary of the flag, pauses, resumes and stops it. */
export const runsCanary = async ({ page, hands }: Worked, look: Look): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Canary', exact: true }))
  await hands.write(page.getByLabel('Stages'), '5, 50, 100')
  await hands.press(page.getByRole('button', { name: 'Start canary' }))
  await page.getByText('Running', { exact: true }).waitFor()
  await look('canary')
  await hands.press(page.getByRole('button', { name: 'Pause' }))
  await page.getByText('Paused', { exact: true }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Resume' }))
  await page.getByText('Running', { exact: true }).waitFor()
  await hands.press(page.getByRole('button', { name: 'Stop and roll back' }))
  await page.getByText('Rolled back', { exact: true }).waitFor()
}

const reverts = async ({ page, hands }: Worked, look: Look): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Audit log' }))
  await page.getByText('“For those who pay”').waitFor()
  await look('audit')
  const entry = page.getByRole('listitem').filter({ hasText: '“For those who pay”' })
  await hands.press(entry.getByRole('button', { name: /^Revert to version/ }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revert' }))
  await page.getByText('Reverted to an earlier version').waitFor()
}

const endsFlag = async ({ page, hands }: Worked, flag: string, look: Look): Promise<void> => {
  await hands.press(page.getByRole('link', { name: 'Settings' }))
  await hands.press(page.getByRole('button', { name: 'Archive', exact: true }))
  await page.getByText('Archived: evaluates as unknown').waitFor()
  await look('settings')
  await hands.press(page.getByRole('button', { name: 'Delete…' }))
  await hands.write(page.getByLabel(/^Type/), flag)
  await hands.press(page.getByRole('button', { name: 'Delete flag' }))
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
}

/** Restores a deleted flag from the environment's log and verifies the log. */
const restores = async ({ page, hands }: Worked, look: Look): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/flags/audit`)
  await hands.press(page.getByRole('button', { name: 'Verify log' }))
  await page.getByText(/The log is unchanged/).waitFor()
  await look('log')
  await hands.press(page.getByRole('button', { name: /^Restore version/ }).first())
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Restore' }))
  await page.getByText('Reverted to an earlier version').first().waitFor()
}

const makesSegment = async ({ page, hands }: Worked, segment: string, look: Look): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/flags/segments`)
  await hands.press(page.getByRole('button', { name: 'Create segment' }))
  await hands.write(page.getByLabel('Key', { exact: true }), segment)
  await hands.write(page.getByLabel('Attribute', { exact: true }), 'beta')
  await hands.write(page.getByLabel('Value', { exact: true }), 'true')
  await hands.press(page.getByRole('button', { name: 'Save segment' }))
  await page.getByRole('table', { name: 'Segments' }).getByText('None').first().waitFor()
  await look('segments')
}

/** A flag from creation to deletion and restore. */
const livesThrough = async (opened: Visit, system: RunningSystem, name: string, look: Look): Promise<void> => {
  const { page, home, watch } = opened
  watch.provokes(/status of (409|400).*\/_api\/flags/, 'a change is made twice, and a pattern is refused')
  const flag = keyOf(name)
  await enterAs(opened, system, 'team')
  await page.goto(`${home}/account`, { waitUntil: 'networkidle' })
  await actForOneself(page)
  await page.goto(`${home}/flags`)
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
  await look('list')
  await makesFlag(opened, flag)
  await addsRule(opened, look)
  await meetsConflict(opened, flag, system, look)
  await isRefused(opened)
  await asksWho(opened, look)
  await runsCanary(opened, look)
  await reverts(opened, look)
  await endsFlag(opened, flag, look)
  await restores(opened, look)
  await makesSegment(opened, `beta-${flag}`, look)
}

/** On a laptop and on a phone, checked in every width and scheme at each step. */
const withMouse = (bench: Bench, width: number): Promise<Visit> =>
  visit(
    bench,
    `flags-${width}`,
    (opened) =>
      livesThrough(opened, bench.system, String(width), async (name) => {
        await opened.look.all(opened.page, name)
        await opened.page.setViewportSize({ width, height: HEIGHT })
      }),
    { viewport: { width, height: HEIGHT } },
  )

/** By keyboard alone at a zoom of 200 %, where sticky bars cover much of the page. */
const byKeyboard = (bench: Bench): Promise<Visit> =>
  visit(
    bench,
    'flags-keyboard',
    async (opened) => {
      await livesThrough(opened, bench.system, 'keyboard', async () => undefined)
      await holdsFocus(opened.page)
    },
    { viewport: { width: 640, height: HEIGHT / 2 } },
    keyboard,
  )

/**
 * Uses flags at 1280 and 390 px and by keyboard: creates a flag, adds a rule, meets a conflict and a refusal, explains
 * an evaluation, runs a canary, reverts, archives, deletes and restores.
 */
export const judgeFlags = async (bench: Bench): Promise<string> => {
  const visits = [await withMouse(bench, 1280), await withMouse(bench, 390), await byKeyboard(bench)]
  const looked = visits.reduce((sum, { look }) => sum + look.looked, 0)
  return `flags from their creation to their end at two widths and by keyboard alone, ${looked} views without findings`
}

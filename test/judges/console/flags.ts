import type { Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { actForOneself, type Bench, enterAs, visit } from './visit.ts'

/** A key of its own for each width and run: the flag is there again at the end. */
const keyAt = (width: number): string => `judged-${Date.now().toString(36)}-${width}`

/** Says which request was refused, so that a step that goes on without its data is not looked for in the page. */
const call = async (url: string, key: string, method: string, path: string, body: object): Promise<void> => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'if-match': '*' }
  const response = await fetch(`${url}/_api/flags${path}`, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
}

/** Makes a flag that is on or off, and stays on its page. */
export const makesFlag = async (page: Page, flag: string): Promise<void> => {
  await page.getByRole('link', { name: 'New flag' }).first().click()
  await page.getByLabel('Key', { exact: true }).fill(flag)
  await page.getByLabel('On or off').check()
  await page.getByLabel('Tags').fill('judged')
  await page.getByRole('button', { name: 'Create the flag' }).click()
  await page.getByRole('heading', { name: flag }).waitFor()
}

const save = async (page: Page, reason: string): Promise<void> => {
  await page.getByRole('button', { name: 'Review the change' }).click()
  await page.getByRole('list', { name: 'Changes' }).waitFor()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Save the change' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Gives the flag of the page a rule, and switches it on. */
export const addsRule = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Attribute', { exact: true }).fill('plan')
  await page.getByLabel('Comparison').selectOption('in')
  await page.getByLabel('Value', { exact: true }).fill('pro, team')
  await look('rule')
  await page.getByRole('button', { name: 'Take the rule' }).click()
  await page.getByText('If plan is one of pro, team then on').first().waitFor()
  await page.getByRole('button', { name: 'Review the change' }).click()
  await page.getByText('Rule added: If plan is one of pro, team then on').waitFor()
  await look('save')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await save(page, 'For those who pay')
  await page.getByRole('switch').click()
  await page.getByText('Switched on', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Save the change' }).click()
  await page.getByText('As its rule says for those whom its rule matches, off for others').waitFor()
  if (await page.getByText('100 %').isVisible()) throw new Error('A flag with a rule is said to be on for 100 %')
}

/** A key changes the flag while the form is open: the page says who and what, and applies the change to that. */
const meetsConflict = async (
  page: Page,
  flag: string,
  { urls, identities }: RunningSystem,
  look: (name: string) => Promise<void>,
): Promise<void> => {
  await page.getByRole('button', { name: 'Edit rule 1' }).click()
  await page.getByLabel('Value', { exact: true }).fill('team')
  await page.getByRole('button', { name: 'Take the rule' }).click()
  const change = { description: 'Changed by a program', reason: 'Meanwhile' }
  await call(String(urls.platform), identities.team.platKey, 'PATCH', `/flags/${flag}`, change)
  await page.getByRole('button', { name: 'Review the change' }).click()
  await page.getByText('Nothing was saved: the flag was changed since you opened it.').waitFor()
  await page.getByText('Description: nothing → Changed by a program').waitFor()
  await look('conflict')
  await page.getByRole('button', { name: /^Apply my change to version/ }).click()
  await page.getByRole('button', { name: 'Save the change' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('If plan is one of team then on').first().waitFor()
}

/** What the service refuses stands beside the rule that it names. */
const isRefused = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByLabel('Attribute', { exact: true }).fill('email')
  await page.getByLabel('Comparison').selectOption('regex')
  await page.getByLabel('Value', { exact: true }).fill('(')
  await page.getByRole('button', { name: 'Take the rule' }).click()
  await page.getByRole('button', { name: 'Review the change' }).click()
  await page.getByRole('listitem').filter({ hasText: 'email matches' }).getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
}

const asksWho = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByRole('link', { name: 'Who gets it' }).click()
  await page.getByLabel('user', { exact: true }).fill('user-1')
  await page.getByLabel('plan', { exact: true }).fill('team')
  await page.getByRole('button', { name: 'Explain' }).click()
  await page.getByText('Rule 1: this decides').waitFor()
  await look('who')
}

/** Starts a canary of the flag of the page, pauses, resumes and stops it. */
export const runsCanary = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByRole('link', { name: 'Canary', exact: true }).click()
  await page.getByLabel('Stages').fill('5, 50, 100')
  await page.getByRole('button', { name: 'Start the canary' }).click()
  await page.getByText('Running', { exact: true }).waitFor()
  await look('canary')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Stop and roll back' }).click()
  await page.getByText('Rolled back', { exact: true }).waitFor()
}

const reverts = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByText('“For those who pay”').waitFor()
  await look('audit')
  const entry = page.getByRole('listitem').filter({ hasText: '“For those who pay”' })
  await entry.getByRole('button', { name: /^Revert to version/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Reverted to an earlier version').waitFor()
}

const endsFlag = async (page: Page, flag: string, look: (name: string) => Promise<void>): Promise<void> => {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('Archived: it evaluates as if it were unknown').waitFor()
  await look('settings')
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByLabel(/^Type/).fill(flag)
  await page.getByRole('button', { name: 'Delete the flag' }).click()
  await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
}

/** A deleted flag comes back from the log of the environment, which is verified. */
const restores = async (page: Page, look: (name: string) => Promise<void>): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/flags/audit`)
  await page.getByRole('button', { name: 'Verify the log' }).click()
  await page.getByText(/entries are as they were written/).waitFor()
  await look('log')
  await page
    .getByRole('button', { name: /^Restore version/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revert' }).click()
  await page.getByText('Reverted to an earlier version').first().waitFor()
}

const makesSegment = async (page: Page, segment: string, look: (name: string) => Promise<void>): Promise<void> => {
  await page.goto(`${new URL(page.url()).origin}/flags/segments`)
  await page.getByRole('button', { name: 'New segment' }).click()
  await page.getByLabel('Key', { exact: true }).fill(segment)
  await page.getByLabel('Attribute', { exact: true }).fill('beta')
  await page.getByLabel('Value', { exact: true }).fill('true')
  await page.getByRole('button', { name: 'Save the segment' }).click()
  await page.getByRole('table', { name: 'Segments' }).getByText('No flag').first().waitFor()
  await look('segments')
}

/**
 * Uses the flags as a person would, once at 1280 and once at 390 px: makes a flag, adds a rule, meets a change by
 * somebody else and a refusal, asks who gets it, starts and stops a canary, reverts, archives, deletes and restores.
 */
export const judgeFlags = async (bench: Bench): Promise<string> => {
  const { system } = bench
  let looked = 0
  for (const width of [1280, 390]) {
    const seen = await visit(
      bench,
      `flags-${width}`,
      async (opened) => {
        const { page, home, watch, look } = opened
        watch.provokes(/status of (409|400).*\/_api\/flags/, 'a change is made twice, and a pattern is refused')
        const lookAt = async (name: string): Promise<void> => {
          await look.all(page, name)
          await page.setViewportSize({ width, height: 900 })
        }
        const flag = keyAt(width)
        await enterAs(opened, system, 'team')
        await page.goto(`${home}/account`)
        await actForOneself(page)
        await page.goto(`${home}/flags`)
        await page.getByRole('heading', { name: 'Flags', exact: true }).waitFor()
        await lookAt('list')
        await makesFlag(page, flag)
        await addsRule(page, lookAt)
        await meetsConflict(page, flag, system, lookAt)
        await isRefused(page)
        await asksWho(page, lookAt)
        await runsCanary(page, lookAt)
        await reverts(page, lookAt)
        await endsFlag(page, flag, lookAt)
        await restores(page, lookAt)
        await makesSegment(page, `beta-${flag}`, lookAt)
      },
      { viewport: { width, height: 900 } },
    )
    looked += seen.look.looked
  }
  return `flags from their creation to their end at two widths, ${looked} views without findings`
}

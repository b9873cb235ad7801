import type { Page } from 'playwright-core'
import { signUpAtIssuer } from './local-sign-in.ts'
import { askAs, enterAsNewcomer, isVisitor, type Visit } from './visit.ts'

const TYPED = 'typed before the session ended'

const isStillThere = async (page: Page): Promise<void> => {
  const name = await page.getByLabel('Name', { exact: true }).inputValue()
  if (name !== TYPED) throw new Error(`The input is “${name}”`)
}

/** The session expires while typing: a dialog says so, and after a sign-in in another tab the form can be sent. */
const endsSession = async ({ page, home, context, look }: Visit, email: string): Promise<void> => {
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(TYPED)
  await context.clearCookies({ name: 'auth.session_token' })
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('dialog', { name: 'You are signed out' }).waitFor()
  await look.now(page, 'signed-out')
  await page.getByRole('button', { name: 'I have signed in' }).click()
  await page.getByRole('dialog', { name: 'You are signed out' }).waitFor()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
  ])
  await signUpAtIssuer(tab, { email, name: 'Ada' })
  await tab.getByRole('heading', { name: 'Overview' }).waitFor()
  await tab.close()
  await page.getByRole('button', { name: 'I have signed in' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await isStillThere(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: `API key “${TYPED}”` }).waitFor()
}

/** Another tab switches the organization: this tab says so, and its own requests are refused. */
const switchesElsewhere = async ({ page, home, context, look }: Visit): Promise<void> => {
  // Waits for all queries, because aborted ones would be reported on the browser's console.
  await page.goto(home, { waitUntil: 'networkidle' })
  const { id } = await askAs<{ id: string }>(page, 'POST', '/api/organizations', { name: 'Foundry' })
  const { orgId: own } = await askAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(TYPED)
  const other = await context.newPage()
  await other.goto(`${home}/people`)
  await other.getByRole('button', { name: 'Switch to Foundry' }).click()
  await other.getByRole('button', { name: /^Organization: Foundry/ }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Organization switched in another tab' })
  await dialog.waitFor()
  await look.now(page, 'switched')
  await isRefused(page, own)
  await page.getByRole('button', { name: 'Switch back to Personal' }).click()
  await page.getByRole('button', { name: /^Organization: Personal/ }).waitFor()
  await other.getByRole('dialog').waitFor()
  await other.close()
  if (id === own) throw new Error('The new organization equals the personal one')
}

/** A write for this tab's organization has no effect, because the session acts for another. */
const isRefused = async (page: Page, organization: string): Promise<void> => {
  const answers = await page.evaluate(async (named) => {
    const headers = { 'content-type': 'application/json', 'signet-organization': named }
    const send = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).then(({ status }) => `${path} ${status}`)
    return Promise.all([
      send('/api/keys', { name: 'of the wrong tab', scopes: ['usage:read'] }),
      send('/_api/images/v2/tenants', { name: 'of the wrong tab' }),
      send(`/_api/archive/api/v2/workspaces/${named}/notebooks`, { title: 'of the wrong tab' }),
    ])
  }, organization)
  const taken = answers.filter((answer) => !/ 4\d\d$/.test(answer))
  if (taken.length > 0)
    throw new Error(`Writes for another organization than the session's are accepted: ${taken.join()}`)
}

/** Interruptions: an expired session and a switch in another tab. */
export const judgeInterruptions = async (seen: Visit): Promise<void> => {
  isVisitor(seen.watch)
  const email = await enterAsNewcomer(seen)
  seen.watch.provokes(/status of (401|403|409|412)/, 'the session has ended, or acts for another organization')
  await endsSession(seen, email)
  await switchesElsewhere(seen)
}

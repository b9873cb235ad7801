import type { Page } from 'playwright-core'
import { signUpAtIssuer } from './local-sign-in.ts'
import { askAs, enterAsNewcomer, isVisitor, type Visit } from './visit.ts'

const TYPED = 'typed before the session ended'

const isStillThere = async (page: Page): Promise<void> => {
  const name = await page.getByLabel('Name', { exact: true }).inputValue()
  if (name !== TYPED) throw new Error(`What was typed is “${name}”`)
}

/** The session ends while somebody types: a dialog says so, and after signing in in another tab the form is sent. */
const endsSession = async ({ page, home, context, look }: Visit, email: string): Promise<void> => {
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(TYPED)
  await context.clearCookies({ name: 'auth.session_token' })
  await page.getByRole('button', { name: 'Create key' }).click()
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
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: `The key “${TYPED}”` }).waitFor()
}

/** Another tab switches the organization: this one says so, and what it sends for its own is refused. */
const switchesElsewhere = async ({ page, home, context, look }: Visit): Promise<void> => {
  // The page has read its organizations: a write to that address would make the browser say that it fetched them in vain.
  await page.goto(home, { waitUntil: 'networkidle' })
  const { id } = await askAs<{ id: string }>(page, 'POST', '/api/organizations', { name: 'Foundry' })
  const { orgId: own } = await askAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(TYPED)
  const other = await context.newPage()
  await other.goto(`${home}/people`)
  await other.getByRole('button', { name: 'Switch to Foundry' }).click()
  await other.getByRole('button', { name: /^Organization: Foundry/ }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Another tab has switched the organization' })
  await dialog.waitFor()
  await look.now(page, 'switched')
  await isRefused(page, own)
  await page.getByRole('button', { name: 'Switch back to Personal' }).click()
  await page.getByRole('button', { name: /^Organization: Personal/ }).waitFor()
  await other.getByRole('dialog').waitFor()
  await other.close()
  if (id === own) throw new Error('A new organization is the personal one')
}

/** A write that names the organization of this tab, for which the session acts no more, does nothing. */
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
  if (taken.length > 0) throw new Error(`Writes for another organization than the session's are taken: ${taken.join()}`)
}

/** What comes between a person and their next request: a session that ended, and another tab. */
export const judgeInterruptions = async (seen: Visit): Promise<void> => {
  isVisitor(seen.watch)
  const email = await enterAsNewcomer(seen)
  seen.watch.provokes(/status of (401|403|409|412)/, 'the session has ended, or acts for another organization')
  await endsSession(seen, email)
  await switchesElsewhere(seen)
}

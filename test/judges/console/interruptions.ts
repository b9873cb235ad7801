import type { Page } from 'playwright-core'
import { signUpAtIssuer } from './local-sign-in.ts'
import { expectSignedOutRequests, requestAs, signUp, type Visit } from './visit.ts'

const TYPED = 'typed before the session ended'

const checkInputKept = async (page: Page): Promise<void> => {
  const name = await page.getByLabel('Name', { exact: true }).inputValue()
  if (name !== TYPED) throw new Error(`The input is “${name}”`)
}

/** The session expires while typing: a dialog appears, and after a sign-in in another tab the form can be sent. */
const expireSession = async ({ page, home, context, inspector }: Visit, email: string): Promise<void> => {
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(TYPED)
  await context.clearCookies({ name: 'auth.session_token' })
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('dialog', { name: 'You are signed out' }).waitFor()
  await inspector.inspectOnce(page, 'signed-out')
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
  await checkInputKept(page)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: `API key “${TYPED}”` }).waitFor()
}

/** Another tab switches the organization: this tab shows a dialog, and its own requests are rejected. */
const switchInOtherTab = async ({ page, home, context, inspector }: Visit): Promise<void> => {
  // Waits for all queries, because aborted ones would be reported on the browser's console.
  await page.goto(home, { waitUntil: 'networkidle' })
  const { id } = await requestAs<{ id: string }>(page, 'POST', '/api/organizations', { name: 'Foundry' })
  const { orgId: personalOrganization } = await requestAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(TYPED)
  const otherTab = await context.newPage()
  await otherTab.goto(`${home}/people`)
  await otherTab.getByRole('button', { name: 'Switch to Foundry' }).click()
  await otherTab.getByRole('button', { name: /^Organization: Foundry/ }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'Organization switched in another tab' })
  await dialog.waitFor()
  await inspector.inspectOnce(page, 'switched')
  await checkWritesRejected(page, personalOrganization)
  await page.getByRole('button', { name: 'Switch back to Personal' }).click()
  await page.getByRole('button', { name: /^Organization: Personal/ }).waitFor()
  await otherTab.getByRole('dialog').waitFor()
  await otherTab.close()
  if (id === personalOrganization) throw new Error('The new organization equals the personal one')
}

/** A write for this tab's organization has no effect, because the session acts for another. */
const checkWritesRejected = async (page: Page, organization: string): Promise<void> => {
  const responses = await page.evaluate(async (organizationId) => {
    const headers = { 'content-type': 'application/json', 'signet-organization': organizationId }
    const send = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).then(({ status }) => `${path} ${status}`)
    return Promise.all([
      send('/api/keys', { name: 'from the wrong tab', scopes: ['usage:read'] }),
      send('/_api/images/v2/tenants', { name: 'from the wrong tab' }),
      send(`/_api/archive/api/v2/workspaces/${organizationId}/notebooks`, { title: 'from the wrong tab' }),
    ])
  }, organization)
  const acceptedWrites = responses.filter((response) => !/ 4\d\d$/.test(response))
  if (acceptedWrites.length > 0)
    throw new Error(`Writes for another organization than the session's are accepted: ${acceptedWrites.join()}`)
}

/** Interruptions: an expired session and a switch in another tab. */
export const judgeInterruptions = async (session: Visit): Promise<void> => {
  expectSignedOutRequests(session.watch)
  const email = await signUp(session)
  session.watch.expectProblems(/status of (401|403|409|412)/, 'the session has ended, or acts for another organization')
  await expireSession(session, email)
  await switchInOtherTab(session)
}

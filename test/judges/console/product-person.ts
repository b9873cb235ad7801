import type { Page } from 'playwright-core'
import { agentMayGenerate, connectAgent } from './agent.ts'
import { codeOf, goTo } from './developer.ts'
import { addRule, createFlag, runCanary } from './flags.ts'
import { signUpAtIssuer } from './local-sign-in.ts'
import { importExport } from './seed.ts'
import { type Bench, expectSignedOutRequests, signUp, type Visit } from './visit.ts'
import { watchPage } from './watch.ts'

/** An owner creates an organization and invites by link. @returns the link */
const inviteMember = async ({ home, hands }: Visit, { browser }: Bench, email: string): Promise<string> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await signUp({ page, home, watch: watchPage(page), hands }, '/people', 'Olga')
    await hands.write(page.getByLabel('Organization name'), 'Foundry')
    await hands.press(page.getByRole('button', { name: 'Create organization' }))
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await goTo({ page, hands }, 'Members')
    await hands.write(page.getByLabel('Email'), email)
    await hands.choose(page.getByLabel('Role', { exact: true }), 'admin')
    await hands.press(page.getByRole('button', { name: 'Invite member', exact: true }))
    return (await codeOf(page, 'Invitation link')).trim()
  } finally {
    await context.close()
  }
}

/** The code is in the URL fragment of the link, and survives the sign-up. */
const joinOrganization = async (
  { page, hands, inspector, watch }: Visit,
  link: string,
  email: string,
): Promise<void> => {
  expectSignedOutRequests(watch)
  await page.goto(link)
  await signUpAtIssuer(page, { email, name: 'Bob' }, hands)
  await page.getByRole('heading', { name: 'Invitation' }).waitFor()
  const code = await page.getByLabel('Invitation code').inputValue()
  if (code === '' || !link.endsWith(code)) throw new Error('The code of the link is not in the form')
  await inspector.inspectOnce(page, 'joining')
  await hands.press(page.getByRole('button', { name: 'Join organization' }))
  await page.getByRole('button', { name: /^Organization: Foundry/ }).waitFor()
}

/** Ships a feature to paying users and tests it with a few others. */
const shipFlag = async (session: Visit): Promise<void> => {
  const inspectView = (name: string): Promise<void> => session.inspector.inspectOnce(session.page, `flag-${name}`)
  await goTo(session, 'Flags')
  await createFlag(session, `one-page-${Date.now().toString(36)}`)
  await addRule(session, inspectView)
  await runCanary(session, inspectView)
}

const askArchive = async (session: Visit, artifacts: string): Promise<void> => {
  const { page, hands, inspector } = session
  await importExport(session, artifacts)
  await inspector.inspectOnce(page, 'imported')
  await hands.press(page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Ask' }))
  await hands.write(page.getByLabel('Question'), 'Who sails the Aurora?')
  await hands.press(page.getByRole('button', { name: 'Ask' }))
  await hands.press(page.getByRole('button', { name: /^Source 1/ }).first())
  await page.locator('.quote', { hasText: 'Captain Lind' }).first().waitFor()
  await inspector.inspectOnce(page, 'answered')
}

/** Buys a plan at the payment processor and returns to it. */
const buyPro = async (session: Visit): Promise<void> => {
  const { page, hands, inspector } = session
  await goTo(session, 'Billing')
  await hands.press(page.getByRole('button', { name: 'Upgrade to Pro' }))
  await hands.write(page.getByLabel('Card number'), '4242 4242 4242 4242')
  await hands.press(page.getByRole('button', { name: /^Subscribe \$/ }))
  await page.getByText('Your new plan is active').waitFor()
  await page.getByText(/Renews on/).waitFor()
  await inspector.inspectOnce(page, 'pro')
}

const agentsTable = (page: Page) => page.getByRole('table', { name: 'Connected agents' })

/** An agent gets a budget, which is changed, and loses its access. */
const useAgent = async (session: Visit, agents: string): Promise<void> => {
  const { page, home, hands, inspector } = session
  const token = await connectAgent(session, agents, 'Sketchbook')
  if (!(await agentMayGenerate(agents, token))) throw new Error('The agent has a budget, but its request was rejected')
  await page.goto(`${home}/agents`)
  await agentsTable(page)
    .getByText(/\b200\b/)
    .first()
    .waitFor()
  await inspector.inspectOnce(page, 'agent')
  await hands.press(page.getByRole('button', { name: 'Actions for Sketchbook' }))
  await hands.press(page.getByRole('button', { name: 'Change budget…' }))
  await hands.write(page.getByLabel('Credit budget'), '20')
  await hands.press(page.getByRole('button', { name: 'Save budget' }))
  await agentsTable(page)
    .getByText(/\b20\b/)
    .first()
    .waitFor()
  await hands.press(page.getByRole('button', { name: 'Actions for Sketchbook' }))
  await hands.press(page.getByRole('button', { name: 'Revoke access…' }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }))
  await page.getByText('Agents with access to your account appear here.').waitFor()
  if (await agentMayGenerate(agents, token))
    throw new Error('The agent generates an image after its access was revoked')
}

/**
 * A product manager joins by invitation, ships a flag with a rule and a canary, asks the archive, buys Pro, and
 * connects and revokes an agent.
 */
export const productPerson = async (session: Visit, bench: Bench): Promise<void> => {
  const email = `bob-${Date.now().toString(36)}@people.example`
  await joinOrganization(session, await inviteMember(session, bench, email), email)
  await shipFlag(session)
  await askArchive(session, bench.artifacts)
  await buyPro(session)
  await useAgent(session, String(bench.system.urls.imageAgents))
}

import type { Page } from 'playwright-core'
import { agentDraws, connectAgent } from './agent.ts'
import { codeOf, goTo } from './developer.ts'
import { addsRule, makesFlag, runsCanary } from './flags.ts'
import { signUpAtIssuer } from './local-sign-in.ts'
import { importExport } from './seed.ts'
import { type Bench, enterAsNewcomer, isVisitor, type Visit } from './visit.ts'
import { watchPage } from './watch.ts'

/** An owner creates an organization and invites by link. @returns the link */
const invites = async ({ home, hands }: Visit, { browser }: Bench, email: string): Promise<string> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await enterAsNewcomer({ page, home, watch: watchPage(page), hands }, '/people', 'Olga')
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
const joins = async ({ page, hands, look, watch }: Visit, link: string, email: string): Promise<void> => {
  isVisitor(watch)
  await page.goto(link)
  await signUpAtIssuer(page, { email, name: 'Bob' }, hands)
  await page.getByRole('heading', { name: 'Invitation' }).waitFor()
  const code = await page.getByLabel('Invitation code').inputValue()
  if (code === '' || !link.endsWith(code)) throw new Error('The code of the link is not in the form')
  await look.now(page, 'joining')
  await hands.press(page.getByRole('button', { name: 'Join organization' }))
  await page.getByRole('button', { name: /^Organization: Foundry/ }).waitFor()
}

/** Ships a feature to paying users and tests it with a few others. */
const ships = async (seen: Visit): Promise<void> => {
  const lookAt = (name: string): Promise<void> => seen.look.now(seen.page, `flag-${name}`)
  await goTo(seen, 'Flags')
  await makesFlag(seen, `one-page-${Date.now().toString(36)}`)
  await addsRule(seen, lookAt)
  await runsCanary(seen, lookAt)
}

const asks = async (seen: Visit, artifacts: string): Promise<void> => {
  const { page, hands, look } = seen
  await importExport(seen, artifacts)
  await look.now(page, 'imported')
  await hands.press(page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Ask' }))
  await hands.write(page.getByLabel('Question'), 'Who sails the Aurora?')
  await hands.press(page.getByRole('button', { name: 'Ask' }))
  await hands.press(page.getByRole('button', { name: /^Source 1/ }).first())
  await page.locator('.quote', { hasText: 'Captain Lind' }).first().waitFor()
  await look.now(page, 'answered')
}

/** Buys a plan at the payment processor and returns to it. */
const buysPro = async (seen: Visit): Promise<void> => {
  const { page, hands, look } = seen
  await goTo(seen, 'Billing')
  await hands.press(page.getByRole('button', { name: 'Upgrade to Pro' }))
  await hands.write(page.getByLabel('Card number'), '4242 4242 4242 4242')
  await hands.press(page.getByRole('button', { name: /^Subscribe \$/ }))
  await page.getByText('Your new plan is active').waitFor()
  await page.getByText(/Renews on/).waitFor()
  await look.now(page, 'pro')
}

const credits = (page: Page) => page.getByRole('table', { name: 'Connected agents' })

/** An agent gets a budget, which is changed, and loses its access. */
const usesAgent = async (seen: Visit, agents: string): Promise<void> => {
  const { page, home, hands, look } = seen
  const token = await connectAgent(seen, agents, 'Sketchbook')
  if (!(await agentDraws(agents, token))) throw new Error('The agent has a budget and is refused')
  await page.goto(`${home}/agents`)
  await credits(page)
    .getByText(/\b200\b/)
    .first()
    .waitFor()
  await look.now(page, 'agent')
  await hands.press(page.getByRole('button', { name: 'Actions for Sketchbook' }))
  await hands.press(page.getByRole('button', { name: 'Change budget…' }))
  await hands.write(page.getByLabel('Credit budget'), '20')
  await hands.press(page.getByRole('button', { name: 'Save budget' }))
  await credits(page)
    .getByText(/\b20\b/)
    .first()
    .waitFor()
  await hands.press(page.getByRole('button', { name: 'Actions for Sketchbook' }))
  await hands.press(page.getByRole('button', { name: 'Revoke access…' }))
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }))
  await page.getByText('Agents with access to your account appear here.').waitFor()
  if (await agentDraws(agents, token)) throw new Error('The agent draws after its access was revoked')
}

/**
 * A product manager joins by invitation, ships a flag with a rule and a canary, asks the archive, buys Pro, and
 * connects and revokes an agent.
 */
export const productPerson = async (seen: Visit, bench: Bench): Promise<void> => {
  const email = `bob-${Date.now().toString(36)}@people.example`
  await joins(seen, await invites(seen, bench, email), email)
  await ships(seen)
  await asks(seen, bench.artifacts)
  await buysPro(seen)
  await usesAgent(seen, String(bench.system.urls.imageAgents))
}

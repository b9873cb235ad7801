import type { Page } from 'playwright-core'
import { signUpAtIssuer } from '../local-sign-in.ts'
import { agentDraws, connectAgent } from './agent.ts'
import { codeOf, goTo } from './developer.ts'
import { addsRule, makesFlag, runsCanary } from './flags.ts'
import { importExport } from './seed.ts'
import { type Bench, enterAsNewcomer, isVisitor, type Visit } from './visit.ts'
import { watchPage } from './watch.ts'

/** An owner makes an organisation and invites by a link. @returns the link. */
const invites = async (bench: Bench, home: string, email: string): Promise<string> => {
  const context = await bench.browser.newContext()
  try {
    const page = await context.newPage()
    await enterAsNewcomer({ page, home, watch: watchPage(page) }, '/people', 'Olga')
    await page.getByLabel('Name of a new organisation').fill('Foundry')
    await page.getByRole('button', { name: 'Create and switch to it' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await goTo(page, 'People')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Role', { exact: true }).selectOption('admin')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    return (await codeOf(page, 'The invitation')).trim()
  } finally {
    await context.close()
  }
}

/** The code stands after the `#` of the link, and is there again after signing up. */
const joins = async ({ page, look, watch }: Visit, link: string, email: string): Promise<void> => {
  isVisitor(watch)
  await page.goto(link)
  await signUpAtIssuer(page, { email, name: 'Bob' })
  await page.getByRole('heading', { name: 'Join an organisation' }).waitFor()
  const code = await page.getByLabel('Invitation code').inputValue()
  if (code === '' || !link.endsWith(code)) throw new Error('The code of the link is not in the form')
  await look.now(page, 'joining')
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('button', { name: /^Organisation: Foundry/ }).waitFor()
}

/** Ships a feature to those who pay, and tries it on a few others. */
const ships = async ({ page, look }: Visit): Promise<void> => {
  const lookAt = (name: string): Promise<void> => look.now(page, `flag-${name}`)
  await goTo(page, 'Flags')
  await makesFlag(page, `one-page-${Date.now().toString(36)}`)
  await addsRule(page, lookAt)
  await runsCanary(page, lookAt)
}

const asks = async (seen: Visit, artifacts: string): Promise<void> => {
  const { page, look } = seen
  await importExport(seen, artifacts)
  await look.now(page, 'imported')
  await page.getByRole('navigation', { name: 'Archive' }).getByRole('link', { name: 'Ask' }).click()
  await page.getByLabel('Question').fill('Who sails the Aurora?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click()
  await page.locator('.quote', { hasText: 'Captain Lind' }).first().waitFor()
  await look.now(page, 'answered')
}

/** Buys at the payment processor's page, and comes back to a plan. */
const buysPro = async ({ page, look }: Visit): Promise<void> => {
  await goTo(page, 'Billing')
  await page.getByRole('button', { name: 'Upgrade to Pro' }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Subscribe \$/ }).click()
  await page.getByText('the plan is yours').waitFor()
  await page.getByText(/It renews on/).waitFor()
  await look.now(page, 'pro')
}

const credits = (page: Page) => page.getByRole('table', { name: 'Agents' })

/** An agent gets a budget, which is changed, and loses its access. */
const usesAgent = async ({ page, home, look }: Visit, agents: string): Promise<void> => {
  const token = await connectAgent(page, agents, 'Sketchbook')
  if (!(await agentDraws(agents, token))) throw new Error('The agent has a budget and is refused')
  await page.goto(`${home}/agents`)
  await credits(page)
    .getByText(/\b200\b/)
    .first()
    .waitFor()
  await look.now(page, 'agent')
  await page.getByRole('button', { name: 'Actions for Sketchbook' }).click()
  await page.getByRole('button', { name: 'Change the budget…' }).click()
  await page.getByLabel('Credits in all').fill('20')
  await page.getByRole('button', { name: 'Save the budget' }).click()
  await credits(page)
    .getByText(/\b20\b/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Actions for Sketchbook' }).click()
  await page.getByRole('button', { name: 'Revoke access…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke access' }).click()
  await page.getByText('No agent has access yet.').waitFor()
  if (await agentDraws(agents, token)) throw new Error('The agent draws after its access was revoked')
}

/** A product person: is invited by a link, ships a flag with a rule and a canary, asks the archive, buys Pro, lets an agent in with a budget, and ends its access. */
export const productPerson = async (seen: Visit, bench: Bench): Promise<void> => {
  const { home } = seen
  const email = `bob-${Date.now().toString(36)}@people.example`
  await joins(seen, await invites(bench, home, email), email)
  await ships(seen)
  await asks(seen, bench.artifacts)
  await buysPro(seen)
  await usesAgent(seen, String(bench.system.urls.imageAgents))
}

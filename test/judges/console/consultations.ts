import type { Page, Route } from 'playwright-core'
import { type Bench, requestAs, signUp, type Visit, visit } from './visit.ts'

const INTENTION = 'A place for the club where members book boats'
const RUN_URL = '**/api/agents/run'

interface Usage {
  readonly scaffolds: { readonly used: number; readonly limit: number }
}

/** Returns the number of scaffolds charged to the account. */
const usedScaffolds = async (page: Page): Promise<number> =>
  (await requestAs<Usage & Record<string, unknown>>(page, 'GET', '/api/usage')).scaffolds.used

const requireUsed = async (page: Page, expected: number, after: string): Promise<void> => {
  const used = await usedScaffolds(page)
  if (used !== expected) throw new Error(`${used} scaffolds are used after ${after}, not ${expected}`)
}

const ask = (page: Page) => page.getByRole('button', { name: 'Ask role', exact: true })

const intention = (page: Page) => page.getByLabel('Plan or decision')

/** Enters known facts as rows and as JSON. Both show the same facts. */
const fillForm = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/consultations`)
  await inspector.inspectOnce(page, 'empty')
  await page.getByLabel('Role', { exact: true }).selectOption('mara')
  await intention(page).fill(INTENTION)
  await page
    .getByLabel('Pain points')
    .fill('bookings are lost when two people book at once\n\nnobody is awake at night')
  await page.getByLabel('Name 1').fill('team_size')
  await page.getByLabel('Value 1').fill('2')
  await page.getByText('JSON', { exact: true }).click()
  const json = page.getByLabel('Known facts (JSON)')
  if ((await json.inputValue()).replace(/\s/g, '') !== '{"team_size":"2"}')
    throw new Error(`JSON shows the rows as ${await json.inputValue()}`)
  await json.fill('{"team_size": ')
  await page.getByText('must be a JSON object').waitFor()
  await inspector.inspectOnce(page, 'json-fault')
  await json.fill('{"team_size": 3, "members": ["a", "b"]}')
  await page.getByText('Rows', { exact: true }).click()
  const members = await page.getByLabel('Value 2').inputValue()
  if (members !== '["a","b"]') throw new Error(`A row shows a list as ${members}`)
}

/** A failed request is free; a request with a lost reply is retried and charged once. */
const retryAfterFailures = async ({ page, inspector }: Visit): Promise<void> => {
  const failRequest = (route: Route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'The runtime failed', code: 'upstream_failed', request_id: 'req-judged-36' }),
    })
  await page.route(RUN_URL, failRequest)
  await ask(page).click()
  await page.getByRole('alert').getByText('You were not charged.').waitFor()
  await inspector.inspectOnce(page, 'upstream-failed')
  await page.unroute(RUN_URL, failRequest)
  await requireUsed(page, 0, 'a failure')
  const keys = new Set<string>()
  const loseResponse = async (route: Route) => {
    keys.add((await route.request().headerValue('idempotency-key')) ?? '')
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route(RUN_URL, loseResponse)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').getByText('charged once').waitFor()
  await page.unroute(RUN_URL, loseResponse)
  if (keys.size !== 1) throw new Error(`One attempt has ${keys.size} idempotency keys`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL(/\/consultations\/[0-9a-f]{64}$/)
  await requireUsed(page, 1, 'a retry of a lost reply')
}

/** Reads the advice and its receipt, and goes back to the form as submitted. */
const checkAdvice = async ({ page, inspector }: Visit): Promise<string> => {
  const address = page.url()
  await page.getByRole('region', { name: 'Findings' }).getByRole('article').first().waitFor()
  await page.getByRole('table', { name: 'Next steps' }).waitFor()
  await inspector.inspectEverywhere(page, 'run')
  await page.getByText('Sources and method').click()
  await page
    .getByText('bookings are lost when two people book at once')
    .or(page.getByText('team size'))
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'View receipt', exact: true }).click()
  await page.getByRole('link', { name: 'Consultation', exact: true }).click()
  await page.waitForURL(address)
  // The history is the form, the consultation, its receipt and the consultation.
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await page.getByRole('heading', { name: 'Consultations', exact: true }).waitFor()
  if ((await intention(page).inputValue()) !== INTENTION) throw new Error('Back does not restore the submitted form')
  return address
}

/** A reloaded run shows the request. Answers to open questions are part of the next request. */
const askAgain = async ({ page, inspector }: Visit, address: string): Promise<void> => {
  await page.goto(address)
  await page.reload()
  await page.getByText(INTENTION).first().waitFor()
  const region = page.getByRole('region', { name: 'Open questions' })
  const button = region.getByRole('button', { name: 'Ask again with these answers' })
  await button.waitFor()
  const choices = region.getByRole('radio')
  if ((await choices.count()) > 0) await choices.first().check()
  else await region.getByRole('spinbutton').or(region.getByRole('textbox')).first().fill('4')
  await inspector.inspectOnce(page, 'answered')
  await button.click()
  await page.waitForURL((url) => /\/consultations\/[0-9a-f]{64}$/.test(url.pathname) && url.href !== address)
  await requireUsed(page, 2, 'asking again')
  await page.getByRole('region', { name: 'Findings' }).waitFor()
}

const checkMemory = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/consultations/memory?role=sera`)
  await page.getByText('has no memory yet').waitFor()
  await page.getByLabel('Role', { exact: true }).selectOption('mara')
  const runs = page.getByRole('table', { name: 'Recent consultations' }).getByRole('link', { name: INTENTION })
  await runs.first().waitFor()
  if ((await runs.count()) !== 2) throw new Error(`${await runs.count()} consultations are in the memory, not 2`)
  await page.getByText(/^Drawn cards, newest last/).click()
  await inspector.inspectEverywhere(page, 'memory')
  await runs.first().click()
  await page.getByRole('region', { name: 'Findings' }).waitFor()
}

/** Analyzes signals with the last scaffold of the cycle. */
const analyzeSignals = async ({ page, home, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/consultations/begin?role=cfo`)
  await page
    .getByLabel('Signals', { exact: true })
    .fill('The bill for hosting grew by 40 % last month\nNobody can explain the bill for hosting')
  await page.getByRole('button', { name: 'Analyze signals', exact: true }).click()
  await page.getByText('Required evidence').waitFor()
  await page.getByRole('table', { name: 'Terms in the signals' }).getByText('hosting').first().waitFor()
  await inspector.inspectEverywhere(page, 'begun')
  await page.getByRole('link', { name: 'Ask the role about these signals' }).click()
  const pains = await page.getByLabel('Pain points').inputValue()
  if (!pains.startsWith('The bill for hosting')) throw new Error(`The signals are missing in the next form: ${pains}`)
}

/** The quota is used up: the page shows this before and after the click, and keeps all input. */
const checkQuotaExceeded = async ({ page, inspector }: Visit): Promise<void> => {
  await page.getByText('All 3 scaffolds of this period are used up').waitFor()
  await intention(page).fill('One consultation too many')
  await ask(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'used up' })
  await alert.getByRole('link', { name: 'View plans' }).waitFor()
  await inspector.inspectEverywhere(page, 'refused')
  if ((await intention(page).inputValue()) !== 'One consultation too many')
    throw new Error('The refusal lost the input')
  await requireUsed(page, 3, 'a refusal')
  await alert.getByRole('link', { name: 'View plans' }).click()
  await page.waitForURL(/\/billing/)
}

/** Uses consultations on the free plan, to the last scaffold. */
export const judgeConsultations = async (bench: Bench): Promise<string> => {
  await visit(bench, 'consultations', async (session) => {
    session.watch.expectProblems(/status of (429|502)|ERR_CONNECTION_RESET/, 'an exhausted quota and failing responses')
    await signUp(session, '/consultations', 'Mara')
    await fillForm(session)
    await retryAfterFailures(session)
    const address = await checkAdvice(session)
    await askAgain(session, address)
    await checkMemory(session)
    await analyzeSignals(session)
    await checkQuotaExceeded(session)
  })
  return 'consultations with and without answers, one charge after a lost response, the memory, an analysis and the used-up quota'
}

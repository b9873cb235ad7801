import type { Page, Route } from 'playwright-core'
import { type Bench, signInAs, type Visit } from './visit.ts'

/** A failing response of a service, and the text that the page then shows. */
interface Failure {
  readonly name: string
  readonly respond: (route: Route) => Promise<void>
  readonly shownText: RegExp
  /** True if the page names the request ID, so that the request can be found in the logs. */
  readonly hasRequestId: boolean
}

const REQUEST_ID = 'req-judged-0815'

const json =
  (status: number, error: string, headers: Record<string, string> = {}) =>
  (route: Route): Promise<void> =>
    route.fulfill({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ error, code: 'JUDGED', request_id: REQUEST_ID }),
    })

const FAILURES: readonly Failure[] = [
  {
    name: '429',
    respond: json(429, 'Too many requests', { 'retry-after': '90' }),
    shownText: /Too many requests\. Try again in 90 seconds\./,
    hasRequestId: true,
  },
  {
    name: '500',
    respond: json(500, 'Internal error'),
    shownText: /Something went wrong on our side\. Your data was not changed\./,
    hasRequestId: true,
  },
  {
    name: '503',
    respond: json(503, 'The service is being maintained'),
    shownText: /The service is being maintained/,
    hasRequestId: true,
  },
  {
    name: 'offline',
    respond: (route) => route.abort('internetdisconnected'),
    shownText: /could not be reached/,
    hasRequestId: false,
  },
]

const MONITORS = '**/api/sentiment/monitors'
const TENANTS = '**/_api/images/v2/tenants'

/** Expects an alert with the failure and its request ID. */
const checkFailure = async (page: Page, { shownText, hasRequestId }: Failure): Promise<void> => {
  const alert = page.getByRole('alert').filter({ hasText: shownText })
  await alert.first().waitFor()
  if (hasRequestId && !(await alert.first().innerText()).includes(REQUEST_ID))
    throw new Error(`The failure does not name its request: ${await alert.first().innerText()}`)
}

/** A list that cannot be loaded shows the failure; Try again loads it. */
const judgeList = async ({ page, home, inspector }: Visit, failure: Failure): Promise<void> => {
  await page.route(MONITORS, failure.respond)
  await page.goto(`${home}/mentions`)
  await checkFailure(page, failure)
  await inspector.inspectOnce(page, `list-${failure.name}`)
  await page.unroute(MONITORS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Your monitors appear here.').waitFor()
}

/** A form that cannot be sent shows the failure and keeps its input; a retry succeeds. */
const judgeForm = async ({ page, home, inspector }: Visit, failure: Failure): Promise<void> => {
  const name = `typed at ${failure.name} ${Date.now().toString(36)}`
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^Daily credit limit/).fill('7')
  await page.route(TENANTS, failure.respond)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await checkFailure(page, failure)
  await inspector.inspectOnce(page, `form-${failure.name}`)
  const typed = await page.getByLabel('Name', { exact: true }).inputValue()
  const budget = await page.getByLabel(/^Daily credit limit/).inputValue()
  if (typed !== name || budget !== '7') throw new Error(`The input is “${typed}” and “${budget}” after a failure`)
  await page.unroute(TENANTS)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: `API key “${name}”` }).waitFor()
}

/** Offline, the page says so, keeps the input, and recovers with the network. */
const judgeOffline = async ({ page, home, context, inspector }: Visit): Promise<void> => {
  await page.goto(`${home}/archive/notebooks`)
  await page.getByLabel('Notebook title').fill('Written in a tunnel')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.getByText('You are offline.').waitFor()
  await page
    .getByRole('alert')
    .filter({ hasText: /could not be reached/ })
    .waitFor()
  await inspector.inspectOnce(page, 'offline')
  if ((await page.getByLabel('Notebook title').inputValue()) !== 'Written in a tunnel')
    throw new Error('The title is lost without a network')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.getByRole('heading', { name: 'Written in a tunnel' }).waitFor()
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
}

/** Error responses and lost connections, on a list and on a form, and a page without a network. */
export const judgeFailures = async (session: Visit, { system }: Bench): Promise<void> => {
  session.watch.expectProblems(/status of (429|500|503)|ERR_INTERNET_DISCONNECTED/, 'simulated failures')
  await signInAs(session, system, 'free')
  for (const failure of FAILURES) {
    await judgeList(session, failure)
    await judgeForm(session, failure)
  }
  await judgeOffline(session)
}

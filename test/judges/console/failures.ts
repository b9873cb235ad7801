import type { Page, Route } from 'playwright-core'
import { type Bench, enterAs, type Visit } from './visit.ts'

/** A failing response of a service, and the text that the page then shows. */
interface Failing {
  readonly name: string
  readonly answer: (route: Route) => Promise<void>
  readonly told: RegExp
  /** True if the page names the request ID, so that the request can be found in the logs. */
  readonly hasId: boolean
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

const FAILINGS: readonly Failing[] = [
  {
    name: '429',
    answer: json(429, 'Too many requests', { 'retry-after': '90' }),
    told: /Too many requests\. Try again in 90 seconds\./,
    hasId: true,
  },
  {
    name: '500',
    answer: json(500, 'Internal error'),
    told: /Something went wrong on our side\. Your data was not changed\./,
    hasId: true,
  },
  {
    name: '503',
    answer: json(503, 'The service is being maintained'),
    told: /The service is being maintained/,
    hasId: true,
  },
  {
    name: 'offline',
    answer: (route) => route.abort('internetdisconnected'),
    told: /could not be reached/,
    hasId: false,
  },
]

const MONITORS = '**/api/sentiment/monitors'
const TENANTS = '**/_api/images/v2/tenants'

/** Expects an alert with the failure and its request ID. */
const showsFailure = async (page: Page, { told, hasId }: Failing): Promise<void> => {
  const alert = page.getByRole('alert').filter({ hasText: told })
  await alert.first().waitFor()
  if (hasId && !(await alert.first().innerText()).includes(REQUEST_ID))
    throw new Error(`The failure does not name its request: ${await alert.first().innerText()}`)
}

/** A list that cannot be loaded shows the failure; Try again loads it. */
const failsList = async ({ page, home, look }: Visit, failing: Failing): Promise<void> => {
  await page.route(MONITORS, failing.answer)
  await page.goto(`${home}/mentions`)
  await showsFailure(page, failing)
  await look.now(page, `list-${failing.name}`)
  await page.unroute(MONITORS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Your monitors appear here.').waitFor()
}

/** A form that cannot be sent shows the failure and keeps its input; a retry succeeds. */
const failsForm = async ({ page, home, look }: Visit, failing: Failing): Promise<void> => {
  const name = `typed at ${failing.name} ${Date.now().toString(36)}`
  await page.goto(`${home}/keys/new`)
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(/^Daily credit limit/).fill('7')
  await page.route(TENANTS, failing.answer)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await showsFailure(page, failing)
  await look.now(page, `form-${failing.name}`)
  const typed = await page.getByLabel('Name', { exact: true }).inputValue()
  const budget = await page.getByLabel(/^Daily credit limit/).inputValue()
  if (typed !== name || budget !== '7') throw new Error(`The input is “${typed}” and “${budget}” after a failure`)
  await page.unroute(TENANTS)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: `API key “${name}”` }).waitFor()
}

/** Offline, the page says so, keeps the input, and recovers with the network. */
const goesOffline = async ({ page, home, context, look }: Visit): Promise<void> => {
  await page.goto(`${home}/archive/notebooks`)
  await page.getByLabel('Notebook title').fill('Written in a tunnel')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.getByText('You are offline.').waitFor()
  await page
    .getByRole('alert')
    .filter({ hasText: /could not be reached/ })
    .waitFor()
  await look.now(page, 'offline')
  if ((await page.getByLabel('Notebook title').inputValue()) !== 'Written in a tunnel')
    throw new Error('The title is lost without a network')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Create notebook' }).click()
  await page.getByRole('heading', { name: 'Written in a tunnel' }).waitFor()
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
}

/** Refused, broken and missing responses, on a list and on a form, and without a network. */
export const judgeFailures = async (seen: Visit, { system }: Bench): Promise<void> => {
  seen.watch.provokes(/status of (429|500|503)|ERR_INTERNET_DISCONNECTED/, 'answers are made up that refuse or break')
  await enterAs(seen, system, 'free')
  for (const failing of FAILINGS) {
    await failsList(seen, failing)
    await failsForm(seen, failing)
  }
  await goesOffline(seen)
}

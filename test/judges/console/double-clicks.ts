import type { Page } from 'playwright-core'
import { startIngest } from '../../support/ingest-receiver.ts'
import { askAs, type Bench, enterAs, type Visit } from './visit.ts'

/** A button that creates something: its required input, and the request that may be sent once. */
interface Creating {
  readonly button: string
  readonly path: string
  readonly fill: (page: Page) => Promise<void>
  readonly request: RegExp
}

const ANSWER_AFTER_MS = 400

const CREATING: readonly Creating[] = [
  {
    button: 'Generate',
    path: '/images',
    fill: (page) => page.getByRole('textbox', { name: 'Prompt' }).fill('clicked twice'),
    request: /\/v2\/generate$/,
  },
  {
    button: 'Create API key',
    path: '/keys/new',
    fill: (page) => page.getByLabel('Name', { exact: true }).fill('clicked twice'),
    request: /\/v2\/tenants$/,
  },
  {
    button: 'Create notebook',
    path: '/archive/notebooks',
    fill: (page) => page.getByLabel('Notebook title').fill('Clicked twice'),
    request: /\/notebooks$/,
  },
  {
    button: 'Ask',
    path: '/archive/ask',
    fill: (page) => page.getByLabel('Question').fill('Who sails the Aurora?'),
    request: /\/ask$|\/chat$/,
  },
  {
    button: 'Create flow',
    path: '/flows',
    fill: (page) => page.getByLabel('Project description').fill('Clicked twice'),
    request: /\/api\/flows$/,
  },
  {
    button: 'Ask',
    path: '/consultations',
    fill: (page) => page.getByLabel('Plan or decision').fill('Clicked twice'),
    request: /\/api\/agents\/run$/,
  },
  {
    button: 'Create organization',
    path: '/people',
    fill: (page) => page.getByLabel('Organization name').fill('Clicked twice'),
    request: /\/api\/organizations$/,
  },
]

/** Buttons tested in the new organization. */
const LATER: readonly Creating[] = [
  {
    button: 'Invite member',
    path: '/people',
    fill: (page) => page.getByLabel('Email').fill('twice@people.example'),
    request: /\/invitations$/,
  },
  {
    button: 'Upgrade to Pro',
    path: '/billing',
    fill: async () => undefined,
    request: /\/api\/billing\/checkout$/,
  },
]

/** Counts the requests of a double click. Responses are delayed, so that both clicks come first. */
const clickTwice = async (page: Page, home: string, { button, path, fill, request }: Creating): Promise<void> => {
  await page.goto(`${home}${path}`)
  await fill(page)
  const sent: string[] = []
  const isCounted = (url: URL) => request.test(url.pathname)
  await page.route(isCounted, async (route) => {
    const { method, body } = { method: route.request().method(), body: route.request().postData() ?? '' }
    // Quotes create nothing.
    if (method === 'POST' && !body.includes('"dry_run":true')) sent.push(`${method} ${route.request().url()}`)
    await new Promise((resolve) => setTimeout(resolve, ANSWER_AFTER_MS))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: button, exact: true }).dblclick()
  await page.waitForTimeout(3 * ANSWER_AFTER_MS)
  await page.unroute(isCounted)
  if (sent.length !== 1) throw new Error(`“${button}” clicked twice sends ${sent.length} requests: ${sent.join(', ')}`)
}

const createsMonitorOnce = async (page: Page, home: string): Promise<void> => {
  const endpoint = await startIngest()
  const name = `twice-${Date.now().toString(36)}`
  try {
    await clickTwice(page, home, {
      button: 'Create monitor',
      path: '/mentions/new',
      async fill() {
        await page.getByRole('textbox', { name: 'Name' }).fill(name)
        await page.getByLabel('Search queries (one per line)').fill('Acme Kettle')
        await page.getByLabel('Bearer token').fill('secret-of-x')
        await page.getByLabel('Endpoint', { exact: true }).fill(endpoint.url)
        await page.getByLabel('Endpoint token').fill('ingest-token-of-acme')
      },
      request: /\/monitors$/,
    })
    await page.getByRole('heading', { name: `Monitor ${name} created` }).waitFor()
    await askAs(page, 'DELETE', `/api/sentiment/monitors/${name}`)
  } finally {
    await endpoint.close()
  }
}

/** Each create button sends one request when double-clicked. @returns the number of buttons */
export const judgeDoubleClicks = async (seen: Visit, { system }: Bench): Promise<number> => {
  const { page, home } = seen
  await enterAs(seen, system, 'pro')
  await page.goto(home)
  await createsMonitorOnce(page, home)
  const { orgId } = await askAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  for (const creating of CREATING) await clickTwice(page, home, creating)
  await page.getByRole('button', { name: /^Organization: Clicked twice/ }).waitFor()
  for (const creating of LATER) await clickTwice(page, home, creating)
  // Waits for all queries; after the switch they would be refused.
  await page.goto(home, { waitUntil: 'networkidle' })
  await askAs(page, 'POST', `/api/organizations/${orgId}/switch`)
  return CREATING.length + LATER.length + 1
}

import type { Page } from 'playwright-core'
import { startIngest } from '../../support/ingest-receiver.ts'
import { type Bench, requestAs, signInAs, type Visit } from './visit.ts'

/** A button that creates a resource: its required input, and the request that may be sent once. */
interface CreateButton {
  readonly button: string
  readonly path: string
  readonly fill: (page: Page) => Promise<void>
  readonly request: RegExp
}

const RESPONSE_DELAY_MS = 400

const CREATE_BUTTONS: readonly CreateButton[] = [
  {
    button: 'Generate image',
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
    button: 'Ask question',
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
    button: 'Ask role',
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
const ORGANIZATION_BUTTONS: readonly CreateButton[] = [
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
const clickTwice = async (page: Page, home: string, { button, path, fill, request }: CreateButton): Promise<void> => {
  await page.goto(`${home}${path}`)
  await fill(page)
  const sentRequests: string[] = []
  const isCreateRequest = (url: URL) => request.test(url.pathname)
  await page.route(isCreateRequest, async (route) => {
    const { method, body } = { method: route.request().method(), body: route.request().postData() ?? '' }
    // Quotes create nothing.
    if (method === 'POST' && !body.includes('"dry_run":true')) sentRequests.push(`${method} ${route.request().url()}`)
    await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: button, exact: true }).dblclick()
  await page.waitForTimeout(3 * RESPONSE_DELAY_MS)
  await page.unroute(isCreateRequest)
  if (sentRequests.length !== 1)
    throw new Error(`“${button}” clicked twice sends ${sentRequests.length} requests: ${sentRequests.join(', ')}`)
}

const checkMonitorCreatedOnce = async (page: Page, home: string): Promise<void> => {
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
    await requestAs(page, 'DELETE', `/api/sentiment/monitors/${name}`)
  } finally {
    await endpoint.close()
  }
}

/** Each create button sends one request when double-clicked. @returns the number of buttons */
export const judgeDoubleClicks = async (session: Visit, { system }: Bench): Promise<number> => {
  const { page, home } = session
  await signInAs(session, system, 'pro')
  await page.goto(home)
  await checkMonitorCreatedOnce(page, home)
  const { orgId } = await requestAs<{ orgId: string }>(page, 'GET', '/api/account/me')
  for (const button of CREATE_BUTTONS) await clickTwice(page, home, button)
  await page.getByRole('button', { name: /^Organization: Clicked twice/ }).waitFor()
  for (const button of ORGANIZATION_BUTTONS) await clickTwice(page, home, button)
  // Waits for all queries; after the switch they would be rejected.
  await page.goto(home, { waitUntil: 'networkidle' })
  await requestAs(page, 'POST', `/api/organizations/${orgId}/switch`)
  return CREATE_BUTTONS.length + ORGANIZATION_BUTTONS.length + 1
}

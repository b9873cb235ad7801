import { expectedAdvice } from './drawn-advice.ts'
import { expectedEvidence } from './drawn-evidence.ts'
import { expectedTelemetry } from './drawn-observe.ts'
import { day, type ExpectedPage, number, type Reply, rowsOf } from './drawn-replies.ts'
import { ensureFlags, type Seeded, seed } from './seed.ts'
import { type Bench, requestAs, switchToPersonal, type Visit, visit } from './visit.ts'

const FLAGS = [
  { key: 'drawn-share', type: 'percentage', percentage: 12.5, tags: ['drawn'] },
  { key: 'drawn-switch', type: 'boolean', enabled: true, tags: ['drawn'] },
]

const SCOPE_TEXTS: Readonly<Record<string, string>> = {
  generate: 'Generate images (uses credits)',
  read: 'See images and usage',
  'billing:purchase': 'Buy credits with the saved card',
}

const expectedPages = (seeded: Seeded): readonly ExpectedPage[] => [
  {
    page: '/',
    reply: /\/v2\/tenants\/[^/]+\/usage/,
    texts: ({ balance, cycle }) => [
      `${number(balance)} credits available`,
      number(cycle.used),
      number(cycle.limit),
      day(cycle.ends_at),
    ],
  },
  {
    page: '/',
    reply: /\/api\/usage$/,
    texts: ({ images, scaffolds, cycle_ends_at }) =>
      [images, scaffolds].flatMap(({ used, limit }) => [number(used), number(limit), day(cycle_ends_at)]),
  },
  {
    page: '/',
    reply: /\/v2\/jobs\?/,
    texts: (body) => body.jobs.map((job: Reply) => job.original_prompt),
  },
  {
    page: '/images/gallery',
    reply: /\/v2\/jobs\?/,
    texts: (body) => body.jobs.map((job: Reply) => job.original_prompt),
    rows: { selector: 'a.tile', count: (body) => body.jobs.length },
  },
  {
    page: `/images/${seeded.jobs[0]}`,
    reply: /\/v2\/jobs\/[^/]+$/,
    texts: (job) => [
      job.original_prompt,
      job.model_id,
      job.enhancement_logic.painter,
      `${job.width} × ${job.height}, ${job.aspect_ratio}`,
      job.output_format,
      String(job.seed_used),
      day(job.expires_at),
    ],
    rows: { selector: '[aria-label="Job progress"] > li', count: ({ timeline }) => timeline.length },
  },
  {
    page: '/keys',
    reply: /\/api\/keys$/,
    texts: (keys) => keys.map(({ maskedKey }: Reply) => maskedKey),
  },
  {
    page: '/keys',
    reply: /\/v2\/tenants\?/,
    texts: ({ tenants }) =>
      tenants.flatMap(({ name, api_key_prefix, daily_budget }: Reply) => [
        name,
        api_key_prefix,
        ...(daily_budget === null ? ['No limit'] : [number(daily_budget)]),
      ]),
  },
  {
    page: '/billing',
    reply: /\/v2\/tenants\/[^/]+\/usage\?limit=20/,
    texts: ({ balance, buckets }) => [
      `${number(balance)} credits`,
      ...buckets.filter(({ credits }: Reply) => credits > 0).map(({ credits }: Reply) => number(credits)),
    ],
  },
  {
    page: '/billing',
    reply: /\/v2\/tenants\/[^/]+\/usage\?limit=50/,
    texts: ({ entries }) =>
      entries.map(({ lines }: Reply) => number(lines.reduce((sum: number, line: Reply) => sum + line.credits, 0))),
    rows: rowsOf('Statement', ({ entries }) => entries.length),
  },
  {
    page: '/mentions',
    reply: /\/api\/sentiment\/monitors$/,
    texts: ({ monitors }) => monitors.map(({ tenantId }: Reply) => tenantId),
    rows: rowsOf('Monitors', ({ monitors }) => monitors.length),
  },
  {
    page: '/flags?tag=drawn',
    reply: /\/flags\?environment=/,
    texts: ({ flags }) =>
      flags
        .filter(({ tags }: Reply) => tags?.includes('drawn'))
        .flatMap(({ key, percentage }: Reply) => (percentage ? [key, `${percentage}%`] : [key])),
  },
  {
    page: '/agents',
    reply: /\/api\/agent-grants$/,
    texts: ({ grants }) =>
      grants.map(({ scopes }: Reply) => scopes.map((scope: string) => SCOPE_TEXTS[scope] ?? scope).join('; ')),
    rows: rowsOf('Connected agents', ({ grants }) => grants.length),
  },
  {
    page: '/archive',
    reply: /\/api\/uploads\?/,
    texts: ({ uploads }) => uploads.map(({ name }: Reply) => name),
    rows: { selector: 'main article', count: ({ uploads }) => uploads.length },
  },
  {
    page: '/archive/search?q=harbour+of+the+Aurora',
    reply: /\/api\/search\?/,
    texts: ({ results }) => results.flatMap((found: Reply) => [found.conversation.title, found.hits[0].snippet.text]),
    rows: { selector: 'main ol > li', count: ({ results }) => results.length },
  },
  {
    page: '/receipts?kind=image',
    reply: /\/api\/receipts\?/,
    texts: ({ receipts }) => receipts.map(({ ref }: Reply) => `Job ${ref}`),
    rows: rowsOf('Receipts', ({ receipts }) => receipts.length),
  },
  ...expectedAdvice(seeded),
  ...expectedEvidence(seeded),
  ...expectedTelemetry(seeded),
  {
    page: '/account',
    reply: /\/api\/account\/sessions$/,
    texts: () => ['This browser'],
    rows: rowsOf('Sessions', ({ sessions }) => sessions.length),
  },
  {
    page: '/people',
    reply: new RegExp(`/api/organizations/${seeded.organization}/members$`),
    texts: ({ members }) => members.flatMap(({ name, email }: Reply) => [name, email]),
    rows: rowsOf('Members', ({ members }) => members.length),
  },
]

const plain = (text: string): string => text.replace(/\s+/g, ' ')

/** @returns the first text that is missing after the previous ones */
const firstMissing = (page: string, texts: readonly string[]): string | undefined => {
  let from = 0
  return texts.find((text) => {
    const at = page.indexOf(plain(text), from)
    if (at < 0) return true
    from = at + plain(text).length
    return false
  })
}

/** Opens a page. @returns the text of its main part, and the reply */
const openPage = async (
  { page, home }: Visit,
  { page: path, reply }: ExpectedPage,
): Promise<{ body: Reply; text: string }> => {
  const replied = page.waitForResponse((response) => {
    const { pathname, search } = new URL(response.url())
    return response.status() === 200 && reply.test(`${pathname}${search}`)
  })
  await page.goto(`${home}${path}`)
  const body = await (await replied).json()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return { body, text: plain(await page.locator('main').innerText()) }
}

/** @returns the number of compared texts */
const compare = async (session: Visit, drawn: ExpectedPage): Promise<number> => {
  const { body, text } = await openPage(session, drawn)
  const texts = drawn.texts(body)
  const description = `${drawn.page}, of ${drawn.reply.source}`
  if (texts.length === 0) throw new Error(`${description}: the reply contains nothing to compare`)
  const missing = firstMissing(text, texts)
  if (missing !== undefined)
    throw new Error(`${description}: "${missing}" is in the reply, but not at its place on the page: ${text}`)
  if (drawn.rows) {
    const actual = await session.page.locator(drawn.rows.selector).filter({ visible: true }).count()
    const expectedRows = drawn.rows.count(body)
    if (actual !== expectedRows)
      throw new Error(`${description}: ${expectedRows} items in the reply, ${actual} on the page`)
  }
  return texts.length
}

const ALTERED = 1_234_567

/** Shows an altered figure, which proves that the page displays the reply and does not compute the value. */
const checkAlteredReply = async ({ page, home }: Visit): Promise<void> => {
  await page.route(/\/v2\/tenants\/[^/]+\/usage/, async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), balance: ALTERED }
    // The page may have aborted this query.
    await route.fulfill({ response, json }).catch(() => undefined)
  })
  await page.goto(`${home}/billing`)
  await page
    .getByText(`${number(ALTERED)} credits`)
    .first()
    .waitFor()
  // The page must show the altered reply before other replies arrive.
  await page.waitForLoadState('networkidle')
  await page.unroute(/\/v2\/tenants\/[^/]+\/usage/)
}

/** The explained value equals the value that applications get. */
const checkExplanations = async ({ page, home }: Visit): Promise<void> => {
  for (const user of ['user-1', 'user-2', 'user-3', 'user-4', 'user-5', 'user-6', 'user-7', 'user-8']) {
    const context = { targetingKey: user }
    const evaluated = await requestAs<{ value: boolean }>(
      page,
      'POST',
      '/_api/flags/ofrep/v1/evaluate/flags/drawn-share',
      {
        context,
      },
    )
    await page.goto(`${home}/flags/drawn-share?view=evaluation`)
    await page.getByLabel('user', { exact: true }).fill(user)
    await page.getByRole('button', { name: 'Explain' }).click()
    const shownResult = await page.getByText(/^Result:/).innerText()
    if (!shownResult.startsWith(`Result: ${evaluated.value ? 'On' : 'Off'} `))
      throw new Error(`${user} gets ${evaluated.value}, but the console says: ${shownResult}`)
  }
}

/** Pages show the replies of the API, item by item and in order. */
export const judgeDisplayedReplies = async (bench: Bench): Promise<string> => {
  let compared = 0
  await visit(bench, 'drawn', async (session) => {
    const seeded = await seed(session, bench)
    await ensureFlags(session.page, FLAGS)
    // The last page is of the shared organization.
    const pages = expectedPages(seeded)
    for (const drawn of pages.slice(0, -1)) compared += await compare(session, drawn)
    await checkAlteredReply(session)
    await checkExplanations(session)
    await requestAs(session.page, 'POST', `/api/organizations/${seeded.organization}/switch`)
    for (const drawn of pages.slice(-1)) compared += await compare(session, drawn)
    await switchToPersonal(session.page)
  })
  return `pages show ${compared} texts from API responses`
}

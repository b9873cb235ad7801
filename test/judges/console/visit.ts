import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { type Hands, mouse } from './hands.ts'
import { signInOnPage } from './local-sign-in.ts'
import { ViewInspector } from './look.ts'
import { type Watch, watchPage } from './watch.ts'

/** The environment of a part of the judge. */
export interface Bench {
  readonly browser: Browser
  readonly system: RunningSystem
  /** Folder for screenshots. */
  readonly artifacts: string
}

/** A browser session and the problems found in it. */
export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  readonly watch: Watch
  readonly inspector: ViewInspector
  /** Base URL of the console. */
  readonly home: string
  readonly hands: Hands
}

/** A page with the actions to use it. */
export type PageInput = Pick<Visit, 'page' | 'hands'>

type IdentityName = keyof RunningSystem['identities']

/** Generous, because the machine is shared; speed is measured separately. */
const TIMEOUT_MS = 60_000

const openVisit = async (bench: Bench, name: string, options: BrowserContextOptions, hands: Hands): Promise<Visit> => {
  const context = await bench.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  const home = String(bench.system.urls.platform)
  return { context, page, watch: watchPage(page), inspector: new ViewInspector(bench.artifacts, name), home, hands }
}

const SHOWN_MAX = 40

/** Merges equal problems, each with the number of its views and the first of them. */
const mergeProblems = (problems: readonly string[]): string => {
  const viewsByText = new Map<string, string[]>()
  for (const problem of problems) {
    const [, view = '', text = problem] = /^(.*?, .*?): (.*)$/s.exec(problem) ?? []
    viewsByText.set(text, [...(viewsByText.get(text) ?? []), view])
  }
  return [...viewsByText]
    .slice(0, SHOWN_MAX)
    .map(([text, views]) => `${text} [${views.length} times: ${views.slice(0, 4).join(' · ')}]`)
    .join('\n  ')
}

/** Closes the browser and throws the problems found in it. */
const finish = async ({ context, watch, inspector }: Visit): Promise<void> => {
  await context.close()
  const problems = [...inspector.problems, ...watch.problems]
  if (problems.length > 0) throw new Error(`${problems.length} findings:\n  ${mergeProblems(problems)}`)
}

/** Runs the work in a new browser, and throws the problems found even if the work failed. */
export const visit = async (
  bench: Bench,
  name: string,
  work: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
  hands: Hands = mouse,
): Promise<Visit> => {
  const opened = await openVisit(bench, name, options, hands)
  try {
    await work(opened)
  } catch (error) {
    await opened.page.screenshot({ path: `${bench.artifacts}/${name}-broken.png` }).catch(() => undefined)
    const found = mergeProblems([...opened.inspector.problems, ...opened.watch.problems])
    await opened.context.close()
    throw new Error(`${name}: at ${opened.page.url()}: ${String(error)}\n  ${found}`, { cause: error })
  }
  await finish(opened)
  return opened
}

/** Signs in as a demo account. */
export const signInAs = async (
  { context, home }: Visit,
  { identities }: RunningSystem,
  identity: IdentityName,
): Promise<void> => {
  await context.addCookies([{ name: 'auth.session_token', value: identities[identity].sessionCookie, url: home }])
}

/** Expects session requests of a signed-out visitor to fail, which browsers log. */
export const expectSignedOutRequests = (watch: Watch): void =>
  watch.expectProblems(/status of 401.*\/api\/(account\/me|organizations)/, 'the page requests the session')

let signUps = 0

/** Signs up a new person and opens the address. */
export const signUp = async (
  { page, home, watch, hands }: Pick<Visit, 'page' | 'home' | 'watch' | 'hands'>,
  path = '/',
  name = 'Ada',
): Promise<string> => {
  expectSignedOutRequests(watch)
  const email = `${name.toLowerCase()}-${Date.now().toString(36)}${signUps++}@people.example`
  await signInOnPage(page, home, { email, name }, path, hands)
  return email
}

/** Calls an API from within the page, as the signed-in user. */
export const requestAs = async <Body = Record<string, unknown>>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<Body> => {
  const result = await page.evaluate(
    async ([verb, address, text]) => {
      const headers: Record<string, string> = text === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(address, { method: verb, headers, ...(text === undefined ? {} : { body: text }) })
      return { status: response.status, text: await response.text() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
  if (result.status >= 400) throw new Error(`${method} ${path} returned ${result.status} ${result.text}`)
  return (result.text === '' ? {} : JSON.parse(result.text)) as Body
}

/** Switches the session to the user's personal organization. */
export const switchToPersonal = async (page: Page): Promise<void> => {
  const { organizations } = await requestAs<{ organizations: readonly { id: string; kind: string }[] }>(
    page,
    'GET',
    '/api/organizations',
  )
  const personal = organizations.find(({ kind }) => kind === 'personal')
  await requestAs(page, 'POST', `/api/organizations/${personal?.id}/switch`)
}

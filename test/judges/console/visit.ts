import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { RunningSystem } from '../running-system.ts'
import { type Hands, mouse } from './hands.ts'
import { signInOnPage } from './local-sign-in.ts'
import { Looking } from './look.ts'
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
  readonly look: Looking
  /** Base URL of the console. */
  readonly home: string
  readonly hands: Hands
}

/** A page with the actions to use it. */
export type Worked = Pick<Visit, 'page' | 'hands'>

type Name = keyof RunningSystem['identities']

/** Generous, because the machine is shared; speed is measured separately. */
const PATIENCE_MS = 60_000

const open = async (bench: Bench, name: string, options: BrowserContextOptions, hands: Hands): Promise<Visit> => {
  const context = await bench.browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  const home = String(bench.system.urls.platform)
  return { context, page, watch: watchPage(page), look: new Looking(bench.artifacts, name), home, hands }
}

const SHOWN_MAX = 40

/** Merges equal problems of several views, with their number. */
const mergedProblems = (problems: readonly string[]): string => {
  const places = new Map<string, string[]>()
  for (const problem of problems) {
    const [, place = '', text = problem] = /^(.*?, .*?): (.*)$/s.exec(problem) ?? []
    places.set(text, [...(places.get(text) ?? []), place])
  }
  return [...places]
    .slice(0, SHOWN_MAX)
    .map(([text, where]) => `${text} [${where.length} times: ${where.slice(0, 4).join(' · ')}]`)
    .join('\n  ')
}

/** Closes the browser and throws the problems found in it. */
const finish = async ({ context, watch, look }: Visit): Promise<void> => {
  await context.close()
  const found = [...look.problems, ...watch.problems]
  if (found.length > 0) throw new Error(`${found.length} findings:\n  ${mergedProblems(found)}`)
}

/** Runs the work in a new browser, and throws the problems found even if the work failed. */
export const visit = async (
  bench: Bench,
  name: string,
  work: (visit: Visit) => Promise<void>,
  options: BrowserContextOptions = {},
  hands: Hands = mouse,
): Promise<Visit> => {
  const opened = await open(bench, name, options, hands)
  try {
    await work(opened)
  } catch (error) {
    await opened.page.screenshot({ path: `${bench.artifacts}/${name}-broken.png` }).catch(() => undefined)
    const found = mergedProblems([...opened.look.problems, ...opened.watch.problems])
    await opened.context.close()
    throw new Error(`${name}: at ${opened.page.url()}: ${String(error)}\n  ${found}`, { cause: error })
  }
  await finish(opened)
  return opened
}

/** Signs in as a demo account. */
export const enterAs = async ({ context, home }: Visit, { identities }: RunningSystem, who: Name): Promise<void> => {
  await context.addCookies([{ name: 'auth.session_token', value: identities[who].sessionCookie, url: home }])
}

/** Expects the refused session requests of a visitor, which browsers report on the console. */
export const isVisitor = (watch: Watch): void =>
  watch.provokes(/status of 401.*\/api\/(account\/me|organizations)/, 'who is signed in is asked')

let newcomers = 0

/** Signs up a new person and opens the address. */
export const enterAsNewcomer = async (
  { page, home, watch, hands }: Pick<Visit, 'page' | 'home' | 'watch' | 'hands'>,
  path = '/',
  name = 'Ada',
): Promise<string> => {
  isVisitor(watch)
  const email = `${name.toLowerCase()}-${Date.now().toString(36)}${newcomers++}@people.example`
  await signInOnPage(page, home, { email, name }, path, hands)
  return email
}

/** Calls an API from within the page, as the signed-in user. */
export const askAs = async <Body = Record<string, unknown>>(
  page: Page,
  method: string,
  path: string,
  body?: object,
): Promise<Body> => {
  const answer = await page.evaluate(
    async ([verb, address, text]) => {
      const headers = text === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(address, { method: verb, headers, ...(text === undefined ? {} : { body: text }) })
      return { status: response.status, text: await response.text() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
  if (answer.status >= 400) throw new Error(`${method} ${path} answers ${answer.status} ${answer.text}`)
  return (answer.text === '' ? {} : JSON.parse(answer.text)) as Body
}

/** Switches the session to the user's personal organization. */
export const actForOneself = async (page: Page): Promise<void> => {
  const { organizations } = await askAs<{ organizations: readonly { id: string; kind: string }[] }>(
    page,
    'GET',
    '/api/organizations',
  )
  const own = organizations.find(({ kind }) => kind === 'personal')
  await askAs(page, 'POST', `/api/organizations/${own?.id}/switch`)
}

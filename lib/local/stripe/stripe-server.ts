import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { LocalClock } from '../aws/ports.ts'
import { closeImmediately, listen } from '../listen.ts'
import type { StripeResponse } from './answer.ts'
import { type ApiDeps, dispatch } from './api/dispatch.ts'
import { openBook } from './book.ts'
import { type CatalogEntry, seedCatalog } from './catalog.ts'
import { handleControl } from './control.ts'
import { deliveries } from './deliveries.ts'
import { type DeskDeps, type Endpoint, type EventRequest, NO_REQUEST, openDesk, type Policy } from './desk.ts'
import { servePage } from './pages/page-routes.ts'
import { seedConfiguration } from './portal.ts'
import { timekeeper } from './timekeeper.ts'

export interface StripeOptions {
  /** 0 uses any free port. */
  readonly port: number
  /** Folder of its state, which persists across starts. */
  readonly dir: string
  readonly clock: LocalClock
  readonly catalog: readonly CatalogEntry[]
  /** Webhook URLs, by a stable name. Read at each event, because they may be added later. */
  readonly webhooks?: (() => readonly Endpoint[]) | undefined
  readonly policy?: Policy | undefined
  readonly log?: ((line: string) => void) | undefined
}

export interface RunningStripe {
  readonly url: string
  /** The account's secret key, which is the same at every start. */
  readonly apiKey: string
  /** Secret that signs webhooks, which is the same at every start. */
  readonly webhookSecret: string
  start(): void
  stop(): Promise<void>
}

const MAX_BODY_LENGTH = 1_048_576

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_BODY_LENGTH) throw new RangeError('The body is longer than 1 MiB')
  }
  return text
}

const randomHex = (length: number): string => randomBytes(length).toString('hex').slice(0, length)

const accountOf = ({ book }: Pick<DeskDeps, 'book'>) => {
  const newKeys = { apiKey: `sk_test_${randomHex(48)}`, webhookSecret: `whsec_${randomHex(48)}` }
  const account = (book.getNote('account', 'keys') as typeof newKeys | undefined) ?? newKeys
  book.setNote('account', 'keys', account)
  return account
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const answerRequest =
  ({ url, apiKey, open, commit }: ApiDeps & { readonly url: () => string }) =>
  async (request: IncomingMessage): Promise<StripeResponse> => {
    const { method = 'GET' } = request
    const requestUrl = new URL(request.url ?? '/', url())
    const body = await bodyOf(request)
    if (/^\/v\d\//.test(requestUrl.pathname)) {
      const requestId = `req_${randomUUID().replaceAll('-', '').slice(0, 14)}`
      const call = { method, url: requestUrl, headers: headersOf(request), body, requestId }
      return dispatch({ apiKey, open, commit }, call)
    }
    if (requestUrl.pathname.startsWith('/_local/'))
      return handleControl({ commit, open }, request, requestUrl.pathname, body)
    const form = method === 'POST' ? new URLSearchParams(body) : undefined
    return commit(() => servePage(open(NO_REQUEST), requestUrl.pathname, form))
  }

const requestListener =
  (answerTo: ReturnType<typeof answerRequest>, log: (line: string) => void) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerTo(request).catch((error: unknown) => {
      log(`Stripe ${request.method} ${request.url} failed: ${error instanceof Error ? error.message : String(error)}`)
      return { status: 500, headers: { 'content-type': 'text/plain' }, body: 'The stand-in failed; see its log.' }
    })
    if (answer.status === 0) request.socket.destroy()
    else response.writeHead(answer.status, answer.headers).end(answer.body)
  }

/**
 * Starts the stand-in for Stripe: its API for the SDK, its pages, signed webhooks, and its timed actions. Its state is
 * one file, its time the given clock.
 * @throws PortInUseError if another process uses the port.
 */
export const startStripe = async (options: StripeOptions): Promise<RunningStripe> => {
  const { port, dir, clock, webhooks = () => [], policy = { afterRetries: 'cancel' }, log = () => {} } = options
  const book = openBook(join(dir, 'stripe.sqlite'), clock)
  let url = ''
  const deps: DeskDeps = { book, base: () => url, endpoints: webhooks, policy }
  const { apiKey, webhookSecret } = accountOf(deps)
  const tasks = timekeeper(deps, log)
  const { commit } = tasks
  commit(() => {
    seedCatalog(book, options.catalog)
    seedConfiguration(deps)
  })
  const endpoints = () => webhooks().map((endpoint) => ({ ...endpoint, secrets: [webhookSecret] }))
  const webhookSender = deliveries({ book, endpoints, log, commit })
  const open = (eventRequest: EventRequest) => openDesk(deps, eventRequest)

  const handle = requestListener(answerRequest({ url: () => url, apiKey, open, commit }), log)
  const server = createServer((request, response) => void handle(request, response))
  url = await listen(server, port, 'stripe').catch((error: unknown) => {
    book.close()
    throw error
  })
  return {
    url,
    apiKey,
    webhookSecret,
    start: () => tasks.start(webhookSender),
    async stop() {
      tasks.stop()
      await webhookSender.stop()
      await closeImmediately(server)
      book.close()
    },
  }
}

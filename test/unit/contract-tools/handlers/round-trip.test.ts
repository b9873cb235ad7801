import { createServer, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { client } from '@signet/contract-tools/client'
import { handlers } from '@signet/contract-tools/handlers'
import { refusal } from '@signet/contracts/http'
import { endpointsIR, irOf } from '@signet/contracts/ir'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deskEndpoints, tickets } from '../../../support/ticket-contract.ts'
import { deskAuthority, fileDesk, ticketDesk } from '../../../support/ticket-desk.ts'
import { inGeneratedFolder, loadGenerated } from '../client/generated-module.ts'

type Serve = (request: Request) => Promise<Response>
type Method = (input?: object) => Promise<Record<string, unknown>>
type Client = Readonly<Record<'create' | 'get' | 'close' | 'reopen' | 'archive' | 'delete' | 'assign', Method>> & {
  readonly listAll: (input?: object) => AsyncIterable<{ id: string }>
}

const contractModule = '../../test/support/ticket-contract.ts'
const filesIR = endpointsIR(Object.values(deskEndpoints), { name: 'desk_files', description: 'Files.' })
const ticketIR = irOf(tickets)

/** Both generated servers in one folder, as in a service. */
const generatedHandlers = await inGeneratedFolder(
  {
    'tickets.ts': handlers(ticketIR, { contractModule, contractExport: 'tickets' })['handlers.ts'] ?? '',
    'files.ts': handlers(filesIR, { contractModule, contractExport: 'deskEndpoints' })['handlers.ts'] ?? '',
  },
  async (folder) => ({ ...(await import(`${folder}/tickets.ts`)), ...(await import(`${folder}/files.ts`)) }),
)
const ticketModule = await loadGenerated(client(ticketIR)['client.ts'] ?? '')
const filesModule = await loadGenerated(client(filesIR)['client.ts'] ?? '')

/** Runs a Web-standard function behind a real HTTP server on the loopback interface. */
const startServer = async (serve: Serve): Promise<{ server: Server; url: string }> => {
  const server = createServer(async (incoming, outgoing) => {
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: incoming.headers as Record<string, string>,
      ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
    } as RequestInit)
    const response = await serve(request)
    outgoing.writeHead(response.status, [...response.headers].flat())
    outgoing.end(new Uint8Array(await response.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }
}

const ticketApi = (baseUrl: string, options: object = {}): Client =>
  (ticketModule.createTicketClient as (options: object) => Client)({ baseUrl, credential: 'key-ada', ...options })

/** Creates a client whose fetch is the handler. */
const inProcess = (): Client => {
  const serve = generatedHandlers.ticketWeb(ticketDesk(), { authorize: deskAuthority }) as Serve
  return ticketApi('https://desk.test', { fetch: (url: string, init: RequestInit) => serve(new Request(url, init)) })
}

describe('a generated client against generated handlers over HTTP', () => {
  const running: Server[] = []
  const urls = { tickets: '', files: '' }
  beforeAll(async () => {
    const desk = await startServer(generatedHandlers.ticketWeb(ticketDesk(), { authorize: deskAuthority }))
    const files = await startServer(generatedHandlers.deskFilesWeb(fileDesk()))
    running.push(desk.server, files.server)
    Object.assign(urls, { tickets: desk.url, files: files.url })
  })
  afterAll(() => {
    for (const server of running) server.close()
  })

  it('walks the whole machine and gets a typed error for each refusal', async () => {
    const api = ticketApi(urls.tickets)
    const { id } = await api.create({ title: 'Printer', labels: ['office'] })
    expect(await api.assign({ id, assignee: 'bob' })).toMatchObject({ assignee: 'bob' })
    await expect(api.reopen({ id })).rejects.toMatchObject({ code: 'invalid_transition', body: { allowed: ['close'] } })
    expect(await api.close({ id })).toMatchObject({ state: 'closed' })
    expect(await api.reopen({ id })).toMatchObject({ state: 'open' })
    await api.close({ id })
    const bob = ticketApi(urls.tickets, { credential: 'key-bob' })
    await expect(bob.archive({ id })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    expect(await api.archive({ id })).toMatchObject({ state: 'archived' })
    expect(await api.delete({ id })).toBeUndefined()
    await expect(api.get({ id })).rejects.toMatchObject({ status: 404, code: 'not_found' })
    await expect(api.create({ title: '' })).rejects.toMatchObject({
      status: 400,
      body: { errors: [{ field: 'title', message: 'must not be empty' }] },
    })
  })

  it('iterates over the pages of a list', async () => {
    const api = ticketApi(urls.tickets)
    for (const title of ['a', 'b', 'c', 'd', 'e']) await api.create({ title, labels: ['paged'] })
    const ids = new Set<string>()
    for await (const { id } of api.listAll({ label: ['paged'], limit: 2 })) ids.add(id)
    expect(ids.size).toBe(5)
  })

  it('transfers bytes in both directions', async () => {
    const create = filesModule.createDeskFilesClient as (options: object) => {
      uploadFile: (input: object) => Promise<undefined>
      downloadFile: (input: object) => Promise<Response>
      findFile: { withResponse: (input: object) => Promise<{ headers: Headers }> }
    }
    const api = create({ baseUrl: urls.files })
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    await api.uploadFile({ id: 'ä/b', body: bytes })
    expect(new Uint8Array(await (await api.downloadFile({ id: 'ä/b' })).arrayBuffer())).toEqual(bytes)
    expect((await api.findFile.withResponse({ name: 'x' })).headers.get('location')).toBe('/v1/files/x')
    await expect(api.uploadFile({ id: 'big', body: new Uint8Array(1001) })).rejects.toMatchObject({
      body: { limit: 1000 },
    })
  })
})

describe('a generated client against generated handlers, step by step', () => {
  it('agrees with the machine of the contract on every random walk', async () => {
    const { transitions, initial } = tickets.states
    const step = fc.constantFrom('close' as const, 'reopen' as const, 'archive' as const)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (walk) => {
        const api = inProcess()
        const { id } = await api.create({ title: 'x' })
        let state = initial
        for (const operation of walk) {
          const next = transitions[state]?.[operation]
          const answer = await api[operation]({ id }).catch((error: unknown) => error as { code: string; body: object })
          if (next === undefined) {
            const allowed = Object.keys(transitions[state] ?? {}).sort()
            expect(answer).toMatchObject({ code: 'invalid_transition', body: { state, allowed } })
          } else expect(answer).toMatchObject({ state: next })
          state = next ?? state
        }
        expect(await api.get({ id })).toMatchObject({ state })
      }),
      { numRuns: 50 },
    )
  })

  it('passes every input to the handler unchanged', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((each) => each.isWellFormed())
    const id = text.filter((each) => each !== '.' && each !== '..')
    await fc.assert(
      fc.asyncProperty(id, fc.array(text, { minLength: 1, maxLength: 4 }), text, async (assignee, label, cursor) => {
        const received: unknown[] = []
        const desk = {
          ...ticketDesk(),
          list: ({ query }: { query: object }) => {
            received.push(query)
            return { items: [], next_cursor: null }
          },
          assign: ({ params, body }: { params: { id: string }; body: { assignee: string | null } }) => {
            received.push({ ...params, ...body })
            return refusal('not_found', 'seen')
          },
        }
        const serve = generatedHandlers.ticketWeb(desk, { authorize: deskAuthority }) as Serve
        const fetch = (url: string, init: RequestInit) => serve(new Request(url, init))
        const api = ticketApi('https://desk.test', { fetch })
        await expect(api.assign({ id: assignee, assignee })).rejects.toMatchObject({ code: 'not_found' })
        for await (const _ of api.listAll({ label, cursor })) throw new Error('no item was due')
        expect(received).toEqual([
          { id: assignee, assignee },
          { label, cursor, limit: 20 },
        ])
      }),
    )
  })

  it('serves a Lambda function in the same way', async () => {
    const serve = generatedHandlers.ticketLambda(ticketDesk(), { authorize: deskAuthority })
    const result = await serve({
      version: '2.0',
      rawPath: '/v1/tickets',
      headers: { authorization: 'Bearer key-ada' },
      requestContext: { requestId: 'r', stage: '$default', http: { method: 'GET' } },
    })
    expect([result.statusCode, JSON.parse(result.body)]).toEqual([200, { items: [], next_cursor: null }])
  })

  it('lists its routes for a gateway', () => {
    expect(generatedHandlers.ticketRoutes).toContainEqual({
      operation: 'archive',
      method: 'POST',
      path: '/v1/tickets/:id/archive',
      authority: 'policy:lead',
    })
  })
})

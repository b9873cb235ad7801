import { fixtures } from '@signet/contract-tools/fixtures'
import { bind, webHandlerOf } from '@signet/contracts/http'
import type { ContractIR, OperationIR } from '@signet/contracts/ir'
import { deskEndpoints, tickets } from '../support/ticket-contract.ts'
import { deskAuthority, fileDesk, ticketDesk } from '../support/ticket-desk.ts'
import {
  contractsWithOperations,
  deskService,
  type GeneratedService,
  generatedServices,
  sourcesOf,
  withFilesInFolder,
} from './generated-sources.ts'
import { withPrism, withServer } from './prism-server.ts'

/**
 * Runs Prism, which knows only the OpenAPI documents, as the server of every generated client, and as a proxy in front
 * of generated handlers. With `--plant client` it sends a wrong request. With `--plant handlers` it responds with a body that
 * violates its schema.
 */
const plant = process.argv[3]

type Call = ((input?: object, options?: object) => Promise<unknown>) & {
  withResponse(input?: object, options?: object): Promise<{ status: number }>
}
type Client = Readonly<Record<string, Call>>
interface Failure {
  readonly name: string
  readonly status?: number
  readonly code?: string
}

const camel = (name: string): string => name.replaceAll(/[_-](\w)/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string): string => camel(`_${name}`)

const failures: string[] = []
const expectThat = (isMet: boolean, message: () => string): void => {
  if (!isMet) failures.push(message())
}

/** Returns a fetch that records a failure if Prism responds itself or reports a violation of the document. */
const checkedFetch = (what: string) => async (url: string, init: RequestInit) => {
  const response = await fetch(url, init)
  const violations = response.headers.get('sl-violations')
  const isPrismError = (response.headers.get('content-type') ?? '').includes('problem+json')
  if (isPrismError) failures.push(`${what}: ${init.method} ${url}: ${await response.clone().text()}`)
  else if (violations !== null) failures.push(`${what}: ${init.method} ${url}: ${violations}`)
  return response
}

const clientsOf = async (folder: string, service: GeneratedService, baseUrl: string): Promise<Client[]> => {
  const clients: Client[] = []
  for (const ir of contractsWithOperations(service)) {
    const module = await import(`${folder}/${ir.name}-client.ts`)
    // A session is a cookie, which a browser would add.
    const options = {
      baseUrl,
      credential: 'key-ada',
      retries: 0,
      timeout: 30_000,
      headers: { cookie: '__Secure-auth.session_token=s; session=s' },
      fetch: checkedFetch(service.name),
    }
    clients.push(module[`create${pascal(ir.name)}Client`](options))
  }
  return clients
}

interface Fixtures {
  readonly valid: readonly { readonly name: string; readonly request: Readonly<Record<string, object | undefined>> }[]
}

/** Returns valid inputs of an operation: a typical one, and one with every field. */
const inputsOf = (ir: ContractIR, { name, request }: OperationIR): object[] => {
  const file = fixtures(ir)[`requests/${camel(name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.json`]
  const { valid } = JSON.parse(file ?? '{"valid":[]}') as Fixtures
  const samples = valid.filter((each) => each.name === 'typical' || each.name.endsWith('every field'))
  return samples.map((each) => {
    const { params = {}, query = {}, headers: sent = {}, body } = each.request
    // clientsOf sends the session cookie with every request.
    const { cookie: _, ...headers } = sent as Readonly<Record<string, unknown>>
    if (request.body !== undefined && request.body.type !== 'json') {
      // Prism parses bodies declared as JSON, even bytes, and never responds if it cannot.
      const isJson = request.body.mediaTypes?.includes('application/json')
      const bytes = isJson ? new TextEncoder().encode('{}') : new Uint8Array([1, 2, 3])
      // A caller that describes its bytes sends a media type.
      const type = 'content-type' in headers && { 'content-type': isJson ? 'application/json' : 'text/plain' }
      return { ...params, ...headers, ...type, body: bytes }
    }
    // The client takes the members of a closed object directly, unless one has the name of a path parameter.
    const isNested =
      body !== undefined &&
      (request.body?.schema?.properties === undefined ||
        request.body.schema.additionalProperties !== false ||
        Object.keys(body).some((key) => key in params))
    const isReference = request.body?.schema?.$ref !== undefined
    return { ...params, ...query, ...headers, ...(isNested && !isReference ? { body } : body) }
  })
}

const failureOf = (call: Promise<unknown>): Promise<Failure | undefined> =>
  call.then(
    () => undefined,
    (error: Failure) => error,
  )

let calls = 0

/** Calls an operation once per status that it may return, and once with each further valid input. */
const callOperation = async (api: Client, ir: ContractIR, operation: OperationIR): Promise<void> => {
  const { operationId, responses, errors } = operation
  const method = api[camel(operation.name)]
  if (method === undefined) return void failures.push(`${operationId}: the client has no such method`)
  const [input = {}, ...furtherInputs] = inputsOf(ir, operation)
  const expectStatus = async (sent: object, expectedStatus: number): Promise<void> => {
    calls += 1
    const sentInput = plant === 'client' ? { ...sent, title: 7, limit: 'many' } : sent
    const call = method.withResponse(sentInput, { headers: { prefer: `code=${expectedStatus}` } })
    const answer = await call.catch((error: unknown) => error as Failure)
    const outcome = answer instanceof Error ? String(answer) : String(answer.status)
    expectThat(
      answer.status === expectedStatus,
      () => `${operationId} ${JSON.stringify(sentInput)}: expected ${expectedStatus}, got ${outcome}`,
    )
  }
  for (const { status } of responses) await expectStatus(input, status)
  for (const each of furtherInputs) await expectStatus(each, responses[0]?.status ?? 0)
  for (const status of new Set(errors.map((error) => error.status))) {
    calls += 1
    const failure = await failureOf(method(input, { headers: { prefer: `code=${status}` } }))
    const codes = errors.filter((error) => error.status === status).map(({ code }) => code)
    const isTyped =
      failure?.name.endsWith('ApiError') && failure.status === status && codes.includes(failure.code ?? '')
    expectThat(isTyped === true, () => `${operationId}: an error ${status} became ${failure}`)
  }
}

interface ResponseObject {
  content?: Record<string, { schema?: object; example?: unknown }>
  headers?: Record<string, { schema: { format?: string }; example?: unknown }>
}
type Document = { paths: Record<string, Record<string, { responses: Record<string, ResponseObject> }>> }

/** Adds examples for contents that Prism cannot generate: bytes, and URLs that match a pattern. */
const withExamples = (document: object): object => {
  const copy = structuredClone(document) as Document
  const operations = Object.values(copy.paths).flatMap((path) => Object.values(path))
  for (const { content = {}, headers = {} } of operations.flatMap(({ responses }) => Object.values(responses))) {
    for (const each of Object.values(content)) if (each.schema === undefined) each.example = 'bytes'
    for (const each of Object.values(headers)) if (each.schema.format === 'uri') each.example = 'https://example.com/'
  }
  return copy
}

const mockService = (service: GeneratedService): Promise<void> =>
  withFilesInFolder(sourcesOf(service), (folder) =>
    withPrism(withExamples(service.document), {}, async (url) => {
      const clients = await clientsOf(folder, service, url)
      for (const [at, ir] of contractsWithOperations(service).entries()) {
        for (const operation of ir.operations.filter(({ route }) => route !== undefined)) {
          await callOperation(clients[at] ?? {}, ir, operation)
        }
      }
    }),
  )

/**
 * Calls every state transition, every error for valid input, pages and files. Redirects are omitted: Prism's
 * proxy follows them itself.
 */
const traverseDesk = async ([api = {}, files = {}]: readonly Client[]): Promise<void> => {
  const call = async (client: Client, name: string, input: object, code?: string) => {
    calls += 1
    const result = await (client[name] as Call)(input).catch((error: unknown) => error as Failure)
    const failed = result instanceof Error ? (result as Failure).code : undefined
    expectThat(
      failed === code,
      () => `${name} ${JSON.stringify(input)}: ${code ?? 'success'} expected, got ${String(result)}`,
    )
    return result as { id: string }
  }
  const { id } = await call(api, 'create', { title: 'Printer', labels: ['office'], 'idempotency-key': 'k' })
  await call(api, 'create', { title: 'Printer', 'idempotency-key': 'k' })
  for (let lamp = 0; lamp < 4; lamp += 1) await call(api, 'create', { title: `Lamp ${lamp}` })
  for await (const _ of (api.listAll as unknown as (input: object) => AsyncIterable<unknown>)({ limit: 2 })) calls += 1
  await call(api, 'list', { label: ['office', 'x y'], limit: 1 })
  await call(api, 'get', { id })
  await call(api, 'get', { id: 'none/such' }, 'not_found')
  await call(api, 'assign', { id, assignee: 'bob' })
  await call(api, 'assign', { id, assignee: null })
  await call(api, 'archive', { id }, 'invalid_transition')
  await call(api, 'close', { id })
  await call(api, 'close', { id }, 'invalid_transition')
  await call(api, 'reopen', { id })
  await call(api, 'close', { id })
  await call(api, 'archive', { id })
  await call(api, 'reopen', { id }, 'invalid_transition')
  await call(api, 'delete', { id })
  await call(api, 'delete', { id }, 'not_found')
  await call(files, 'downloadFile', { id: 'f' }, 'not_found')
  await call(files, 'uploadFile', { id: 'f', body: new Uint8Array([1, 2, 3]) })
  await call(files, 'downloadFile', { id: 'f' })
  await call(files, 'downloadFile', { id: 'f', 'if-none-match': '"1"' })
  await call(files, 'copyFile', { id: 'f', body: { id: 'g' } })
}

/** Runs the proxy between the clients and the generated handlers over the in-memory help desk. */
const proxyDesk = (): Promise<void> => {
  const desk = ticketDesk()
  const faultyDesk = { ...desk, get: () => ({ status: 200, body: { id: 7 } }) as never }
  const routes = [...bind(tickets, plant === 'handlers' ? faultyDesk : desk), ...bind(deskEndpoints, fileDesk())]
  const serve = webHandlerOf(routes, { authorize: deskAuthority, checkReplies: plant !== 'handlers' })
  return withFilesInFolder(sourcesOf(deskService), (folder) =>
    withServer(serve, (upstream) =>
      withPrism(deskService.document, { upstream }, async (url) =>
        traverseDesk(await clientsOf(folder, deskService, url)),
      ),
    ),
  )
}

for (const service of generatedServices()) await mockService(service)
const mockCalls = calls
await proxyDesk()
for (const failure of failures) console.error(failure)
if (failures.length > 0) throw new Error(`Prism and the generated code disagree ${failures.length} times`)
console.log(
  `figures: ${mockCalls} requests to Prism's mock and ${calls - mockCalls} through its proxy, 0 violations of the OpenAPI documents`,
)

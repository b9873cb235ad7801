import { randomInt } from 'node:crypto'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, inject } from 'vitest'
import { openApiDocuments } from '../../lib/openapi.ts'
import { recordAnswer } from './answers-recorder.ts'
import { keyWithScopes } from './keys.ts'

/** A request as a test writes it. */
export interface Call {
  readonly key?: string
  readonly body?: unknown
  /** Sent as it is, whatever it is. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Address of the caller, for anonymous tenants of a test's own. */
  readonly from?: string
  /** The operation whose contract the answer is held against; `none` for paths that no contract has. */
  readonly as: string
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly bytes: Uint8Array
}

const document = openApiDocuments('test').images as {
  paths: Record<
    string,
    Record<
      string,
      { operationId?: string; responses: Record<string, { content?: Record<string, { schema?: object }> }> }
    >
  >
  components: { schemas: Record<string, object> }
}
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
ajv.addSchema({ $id: 'api', ...document })

const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.operationId ? [[operation.operationId, { path, method, ...operation }] as const] : [],
    ),
  ),
)

const pointer = (...parts: string[]): string =>
  parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Every answer of a declared operation must be one that its contract declares, in the shape that it declares. */
const holdAgainstContract = (name: string, answer: Answer<unknown>): void => {
  const operation = operations.get(name)
  if (!operation) throw new Error(`There is no operation ${name}`)
  const status = String(answer.status)
  expect(Object.keys(operation.responses), `${name} answers ${status}: ${JSON.stringify(answer.body)}`).toContain(
    status,
  )
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  if (!operation.responses[status]?.content?.[type]?.schema || type !== 'application/json') return
  const where = pointer('paths', operation.path, operation.method, 'responses', status, 'content', type, 'schema')
  const isValid = ajv.validate({ $ref: `api#${encodeURI(where)}` }, answer.body)
  expect(isValid, `${name} ${status}: ${ajv.errorsText()}\n${JSON.stringify(answer.body)}`).toBe(true)
}

/** A path of the service, or a URL that it gave out: an emulator's gateway has another address than AWS's. */
const addressOf = (path: string): string => {
  const { images, kind } = inject('stack')
  if (path.startsWith('/')) return `${images}${path}`
  return kind === 'emulator' ? `${images}${path.slice(path.indexOf('/v2/'))}` : path
}

/** Calls the image service of the shared stack and holds the answer against the contract. */
export const call = async <Body = Record<string, unknown>>(
  method: string,
  path: string,
  { key, body, raw, headers = {}, from, as }: Call,
): Promise<Answer<Body>> => {
  const { kind } = inject('stack')
  // An emulator does not tell callers apart by address: there, every address is a tenant with a key of its own.
  const bearer = key ?? (from && kind === 'emulator' ? await keyOfAddress(from) : undefined)
  const isJson = body !== undefined || typeof raw === 'string'
  const response = await fetch(addressOf(path), {
    method,
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(kind === 'emulator' ? { 'x-forwarded-proto': 'http' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(raw === undefined ? {} : { body: raw as string }),
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const text = response.headers.get('content-type')?.startsWith('application/json') ? Buffer.from(bytes).toString() : ''
  const answer = {
    status: response.status,
    headers: response.headers,
    bytes,
    body: (text ? JSON.parse(text) : undefined) as Body,
  }
  if (as !== 'none') holdAgainstContract(as, answer)
  recordAnswer(as, answer.status)
  return answer
}

/** Demo key of the shared stack. */
export const keyOf = (name: 'free' | 'pro' | 'team' | 'agency'): string => String(inject('stack').keys[name])

const addressKeys = new Map<string, Promise<string>>()
const keyOfAddress = (address: string): Promise<string> => {
  const key = addressKeys.get(address) ?? keyWithScopes(['generate', 'read'])
  addressKeys.set(address, key)
  return key
}

/**
 * An address nobody else in the run has: an anonymous tenant of the test's own, with its quota unspent. Drawn, for test
 * files run in processes that know nothing of one another.
 */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

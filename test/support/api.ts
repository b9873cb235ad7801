import { randomInt } from 'node:crypto'
import { recordAnswer } from './answers-recorder.ts'
import { declaredOperation, holdAgainstContract } from './declared-operations.ts'
import { keyWithScopes } from './keys.ts'
import { testStack } from './test-stack.ts'

/** A request as a test writes it. */
export interface Call {
  readonly key?: string
  readonly body?: unknown
  /** Sent unchanged. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Address of the caller, for anonymous tenants of a test's own. */
  readonly from?: string
  /** The operation whose contract the answer is checked against; `none` for paths without a contract. */
  readonly as: string
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly bytes: Uint8Array
}

/** A path of the operation's service, or a URL that it gave out: an emulator's gateway has another address than AWS's. */
export const addressOf = (operation: string, path: string): string => {
  const { urls, kind } = testStack()
  const base = urls[operation === 'none' ? 'images' : declaredOperation(operation).service]
  if (path.startsWith('/')) return `${base}${path}`
  return kind === 'emulator' ? `${base}${path.slice(path.indexOf('/v2/'))}` : path
}

/** The root of the platform itself is asked past the front, whose root is the console's. */
const pastFront = (address: string): Readonly<Record<string, string>> => {
  const { urls, originKey } = testStack()
  const isRoot = new URL(address).pathname === '/' && address.startsWith(`${urls.platform}/`)
  return isRoot && originKey !== undefined ? { 'x-api-key': originKey } : {}
}

/** Calls the service of the shared stack that has the operation, and holds the answer against its contract. */
export const call = async <Body = Record<string, unknown>>(
  method: string,
  path: string,
  { key, body, raw, headers = {}, from, as }: Call,
): Promise<Answer<Body>> => {
  const { kind } = testStack()
  // An emulator does not distinguish callers by address. There, every address is a tenant with its own key.
  const bearer = key ?? (from && kind === 'emulator' ? await keyOfAddress(from) : undefined)
  const isJson = body !== undefined || typeof raw === 'string'
  const address = addressOf(as, path)
  const response = await fetch(address, {
    method,
    // Where an answer leads is part of it.
    redirect: 'manual',
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(kind === 'emulator' ? { 'x-forwarded-proto': 'http' } : {}),
      ...pastFront(address),
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

type Demo = 'free' | 'pro' | 'team' | 'agency'

/** Demo key of the image service. */
export const keyOf = (name: Demo): string => String(testStack().keys[name])

/** Demo key of the platform's other services. */
export const platformKeyOf = (name: Demo): string => String(testStack().platformKeys[name])

const addressKeys = new Map<string, Promise<string>>()
const keyOfAddress = (address: string): Promise<string> => {
  const key = addressKeys.get(address) ?? keyWithScopes(['generate', 'read'])
  addressKeys.set(address, key)
  return key
}

/**
 * An address that no other test in the run has: an anonymous tenant of the test's own, with its quota unspent. Random,
 * because test files run in separate processes.
 */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

import { randomInt } from 'node:crypto'
import { recordAnswer } from './answers-recorder.ts'
import { declaredOperation, expectDeclaredResponse } from './declared-operations.ts'
import { keyWithScopes } from './keys.ts'
import { testStack } from './test-stack.ts'

/** A request as a test writes it. */
export interface Call {
  readonly key?: string
  readonly body?: unknown
  /** Sent unchanged. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** The caller's IP address. Each address is a separate anonymous tenant. */
  readonly from?: string
  /** The operation whose contract the response is checked against; `none` for paths without a contract. */
  readonly as: string
}

export interface Answer<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
  readonly bytes: Uint8Array
}

/** Returns the URL of a path of the operation's service, or of a URL from an answer. An emulator has another origin. */
export const addressOf = (operation: string, path: string): string => {
  const { urls, kind } = testStack()
  const base = urls[operation === 'none' ? 'images' : declaredOperation(operation).service]
  if (path.startsWith('/')) return `${base}${path}`
  return kind === 'emulator' ? `${base}${path.slice(path.indexOf('/v2/'))}` : path
}

/** Returns the headers with which a request for the platform's root bypasses the front, whose root is the console. */
const frontBypassHeaders = (address: string): Readonly<Record<string, string>> => {
  const { urls, originKey } = testStack()
  const isRoot = new URL(address).pathname === '/' && address.startsWith(`${urls.platform}/`)
  return isRoot && originKey !== undefined ? { 'x-api-key': originKey } : {}
}

/** Calls the operation on the stack, checks the answer against its contract and records its status. */
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
    // The target of a redirect is part of the answer.
    redirect: 'manual',
    headers: {
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(from ? { 'x-forwarded-for': from } : {}),
      ...(kind === 'emulator' ? { 'x-forwarded-proto': 'http' } : {}),
      ...frontBypassHeaders(address),
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
  if (as !== 'none') expectDeclaredResponse(as, answer)
  recordAnswer(as, answer.status)
  return answer
}

type DemoPlan = 'free' | 'pro' | 'team' | 'agency'

/** Returns a demo key of the image service. */
export const keyOf = (name: DemoPlan): string => String(testStack().keys[name])

/** Returns a demo key of the platform's other services. */
export const platformKeyOf = (name: DemoPlan): string => String(testStack().platformKeys[name])

const addressKeys = new Map<string, Promise<string>>()
const keyOfAddress = (address: string): Promise<string> => {
  const key = addressKeys.get(address) ?? keyWithScopes(['generate', 'read'])
  addressKeys.set(address, key)
  return key
}

/**
 * Returns an IP address that no other test uses: an anonymous tenant with an unused quota. It is random, because test
 * files run in separate threads or processes.
 */
export const newAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

import { invalid } from '../http/problem.ts'

/** An event of a $noun. */
export interface $EntityEvent {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A webhook subscription. */
export interface Subscription {
  readonly url: string
  /** Event types. A type that ends in ".*" matches every type with that prefix, and "*" matches all. */
  readonly types: readonly string[]
  /** Key that signs deliveries. It is returned once, at creation. */
  readonly key: string
}

const TYPE = /^[a-z][a-z0-9_]{0,39}([.][a-z][a-z0-9_]{0,39}){0,3}$/

export const read$EntityEvent = (body: Readonly<Record<string, unknown>>): $EntityEvent => {
  const { id, type, data = {} } = body
  if (typeof id !== 'string' || !/^[A-Za-z0-9._:-]{1,100}$/.test(id))
    throw invalid('id', 'id must have 1 to 100 letters, digits or ._:-')
  if (typeof type !== 'string' || !TYPE.test(type))
    throw invalid('type', 'type must consist of words separated by dots')
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw invalid('data', 'data must be an object')
  return { id, type, data: data as Record<string, unknown> }
}

/** Hosts that are never called: private names and IP addresses. */
const PRIVATE_HOST = /^(localhost|.*[.](local|internal|localhost)|[0-9.]+|\[.*\]|0x.*|[^.]+)$/

export const readSubscription = (body: Readonly<Record<string, unknown>>): Omit<Subscription, 'key'> => {
  const { url, types } = body
  const parsed = typeof url === 'string' && url.length <= 500 ? URL.parse(url) : null
  if (
    parsed === null ||
    parsed.protocol !== 'https:' ||
    parsed.username !== '' ||
    parsed.port !== '' ||
    PRIVATE_HOST.test(parsed.hostname)
  )
    throw invalid('url', 'url must use https and a public host name, without a port or credentials')
  if (!Array.isArray(types) || types.length === 0 || types.length > 20)
    throw invalid('types', 'types must be a list of 1 to 20 event types')
  for (const type of types)
    if (typeof type !== 'string' || (type !== '*' && !TYPE.test(type.replace(/[.][*]$/, ''))))
      throw invalid('types', 'types[] contains an invalid event type')
  return { url: parsed.href, types: types as string[] }
}

export const matches = ({ types }: Pick<Subscription, 'types'>, type: string): boolean =>
  types.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )

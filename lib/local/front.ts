import { runInNewContext } from 'node:vm'
import type { ApiKey, LocalApi } from './api-model.ts'
import type { LocalFront } from './front-model.ts'
import { type GatewayRequest, hostOf } from './gateway-event.ts'

type Arrival = Omit<GatewayRequest, 'body'>

/** A request on its way to an API. */
export interface Passed {
  readonly key: ApiKey
  readonly path: string
  readonly headers: Arrival['headers']
}

/** What stands before the APIs on a port. */
export interface Front {
  pass(arrival: Arrival): Passed
}

/** A front with the APIs to which it leads beside that of its port. */
export interface FrontBefore {
  readonly door: Front
  readonly others: readonly LocalApi[]
}

type HeaderValues = Record<string, { value: string; multiValue?: { value: string }[] }>

/** A CloudFront Function for viewer requests (event structure of CloudFront Functions). */
type ViewerRequest = (event: {
  readonly viewer: { readonly ip: string }
  readonly request: { readonly method: string; readonly uri: string; readonly headers: HeaderValues }
}) => { readonly uri: string; readonly headers: HeaderValues }

/** A path pattern of CloudFront: `*` is any characters, `?` is one. */
const matching = (pattern: string): RegExp => {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}

const valuesOf = (headers: Arrival['headers'], host: string): HeaderValues => {
  const values: HeaderValues = {}
  for (const [name, value] of headers) {
    const key = name.toLowerCase()
    values[key] = { value, multiValue: [...(values[key]?.multiValue ?? []), { value }] }
  }
  return { ...values, host: { value: host } }
}

/**
 * The headers after the function, in the spelling and order in which they came; its own at the end. One that it has replaced
 * has its value, once; of one that it left alone each value stays.
 */
const headersAfter = (before: Arrival['headers'], after: HeaderValues): (readonly [string, string])[] => {
  const rest = new Map(Object.entries(after))
  const kept = before.flatMap(([name, value]): [string, string][] => {
    const key = name.toLowerCase()
    const entry = after[key]
    const isFirst = rest.delete(key)
    if (entry?.multiValue !== undefined) return [[name, value]]
    return entry !== undefined && isFirst ? [[name, entry.value]] : []
  })
  return [...kept, ...[...rest].map(([name, { value }]) => [name, value] as const)]
}

/**
 * A distribution of CloudFront: it chooses the API by the path, runs the function of the template, and adds the headers of
 * the origin. A request that shows those comes from a sibling, which passes the edge by, and is passed on as it is.
 */
const openFront = (
  { behaviours, viewerRequest, headers }: Pick<LocalFront, 'behaviours' | 'viewerRequest' | 'headers'>,
  key: ApiKey,
): Front => {
  const rules = behaviours.map((behaviour) => ({ key: behaviour.key, pattern: matching(behaviour.pattern) }))
  const handler = runInNewContext(`${viewerRequest}\nhandler`) as ViewerRequest
  const originHeaders = Object.entries(headers)
  const ownNames = new Set(originHeaders.map(([name]) => name.toLowerCase()))
  const isSibling = ({ headers: given }: Arrival) =>
    originHeaders.length > 0 &&
    originHeaders.every(([name, value]) =>
      given.some(([other, text]) => other.toLowerCase() === name.toLowerCase() && text === value),
    )
  return {
    pass(arrival) {
      const { path, method, sourceIp } = arrival
      if (isSibling(arrival)) return { key, path, headers: arrival.headers }
      const values = valuesOf(arrival.headers, hostOf(arrival))
      const changed = handler({ viewer: { ip: sourceIp }, request: { method, uri: path, headers: values } })
      const passed = headersAfter(arrival.headers, changed.headers).filter(
        ([name]) => !ownNames.has(name.toLowerCase()),
      )
      return {
        key: rules.find(({ pattern }) => pattern.test(path))?.key ?? key,
        path: changed.uri,
        headers: [...passed, ...originHeaders],
      }
    },
  }
}

/**
 * What stands before an API of the templates: the distribution that leads to it by default, or else one that leads to it
 * alone, so that callers on this machine need not know the key of the edge. Nothing where the templates have no distribution.
 */
export const frontOf = (
  { key }: LocalApi,
  apis: readonly LocalApi[],
  fronts: readonly LocalFront[],
): { readonly front?: FrontBefore; readonly originKey: string | undefined } => {
  const [any] = fronts
  if (any === undefined) return { originKey: undefined }
  const front = fronts.find((each) => each.key === key) ?? { ...any, behaviours: [] }
  const led = new Set(front.behaviours.map((behaviour) => behaviour.key))
  const others = apis.filter((api) => led.has(api.key) && api.key !== key)
  return { front: { door: openFront(front, key), others }, originKey: any.headers['x-api-key'] }
}

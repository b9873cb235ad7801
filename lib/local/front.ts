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

/** The headers after the function, in the spelling and order in which they came; its own at the end. */
const headersAfter = (before: Arrival['headers'], after: HeaderValues): (readonly [string, string])[] => {
  const names = new Set(before.map(([name]) => name.toLowerCase()))
  const first = new Map(before.toReversed().map((header) => [header[0].toLowerCase(), header]))
  const kept = before.filter((header) => {
    const entry = after[header[0].toLowerCase()]
    // Of a header that the function has replaced there is one.
    return entry !== undefined && (entry.multiValue !== undefined || first.get(header[0].toLowerCase()) === header)
  })
  const added = Object.entries(after).filter(([name]) => !names.has(name))
  return [
    ...kept.map(([name, value]) => [name, afterValue(after, name, value)] as const),
    ...added.map(([name, { value }]) => [name, value] as const),
  ]
}

/** A header that the function has replaced has its value; of one that it left alone each value stays. */
const afterValue = (after: HeaderValues, name: string, value: string): string => {
  const entry = after[name.toLowerCase()]
  return entry?.multiValue === undefined ? (entry?.value ?? value) : value
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
  const front = fronts.find((each) => each.key === key)
  const [any] = fronts
  if (any === undefined) return { originKey: undefined }
  const door = openFront(front ?? { ...any, behaviours: [] }, key)
  return { front: { door, others: apis.filter((api) => api.key !== key) }, originKey: any.headers['x-api-key'] }
}

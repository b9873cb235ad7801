import { runInNewContext } from 'node:vm'
import type { ApiName, LocalApi } from './api-model.ts'
import { serveFiles } from './front-files.ts'
import type { FrontBehavior, LocalFront } from './front-model.ts'
import { type GatewayRequest, hostOf } from './gateway-event.ts'
import type { Answer } from './gateway-response.ts'

type Arrival = Omit<GatewayRequest, 'body'>

export interface ApiRequest {
  readonly key: ApiName
  readonly path: string
  readonly headers: Arrival['headers']
}

type RouteRequest = (arrival: Arrival) => ApiRequest | { readonly answer: () => Promise<Answer> }

export interface ApiFront {
  readonly pass: RouteRequest
  readonly others: readonly LocalApi[]
}

type HeaderValues = Record<string, { value: string; multiValue?: { value: string }[] }>

/** A CloudFront Function for viewer requests (event structure of CloudFront Functions). */
type ViewerRequest = (event: {
  readonly viewer: { readonly ip: string }
  readonly request: { readonly method: string; readonly uri: string; readonly headers: HeaderValues }
}) => { readonly uri: string; readonly headers: HeaderValues }

/** Converts a path pattern of CloudFront: `*` matches any characters, `?` one. */
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
 * Returns the headers after the function, in their original spelling and order, followed by new ones. A header that the
 * function replaced has its new value once; an unchanged header retains all its values.
 */
const headersAfter = (before: Arrival['headers'], after: HeaderValues): (readonly [string, string])[] => {
  const rest = new Map(Object.entries(after))
  const originals = before.flatMap(([name, value]): [string, string][] => {
    const key = name.toLowerCase()
    const entry = after[key]
    const isFirst = rest.delete(key)
    if (entry?.multiValue !== undefined) return [[name, value]]
    return entry !== undefined && isFirst ? [[name, entry.value]] : []
  })
  return [...originals, ...[...rest].map(([name, { value }]) => [name, value] as const)]
}

const METHOD_REFUSED: Answer = {
  status: 403,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<!doctype html><title>Error</title><p>This URL does not allow the method of the request.\n'),
}

export type FolderOf = (name: string) => string

const changing = ({ viewerRequest }: FrontBehavior) => {
  const handler = viewerRequest && (runInNewContext(`${viewerRequest}\nhandler`) as ViewerRequest)
  return (arrival: Arrival): Pick<ApiRequest, 'path' | 'headers'> => {
    const { path, method, sourceIp, headers } = arrival
    if (!handler) return { path, headers }
    const values = valuesOf(headers, hostOf(arrival))
    const changed = handler({ viewer: { ip: sourceIp }, request: { method, uri: path, headers: values } })
    return { path: changed.uri, headers: headersAfter(headers, changed.headers) }
  }
}

const openBehavior = (
  behavior: FrontBehavior,
  originHeaders: ApiRequest['headers'],
  folderOf: FolderOf,
): RouteRequest => {
  const change = changing(behavior)
  if ('files' in behavior) {
    const { files, responseHeaders } = behavior
    const give = serveFiles(folderOf(files.folder), files, responseHeaders)
    return (arrival) => ({ answer: () => give(change(arrival)) })
  }
  const { key } = behavior
  const ownNames = new Set(originHeaders.map(([name]) => name.toLowerCase()))
  return (arrival) => {
    const { path, headers } = change(arrival)
    const passed = headers.filter(([name]) => !ownNames.has(name.toLowerCase()))
    return { key, path, headers: [...passed, ...originHeaders] }
  }
}

/**
 * Creates a CloudFront distribution. It selects the target by path, runs the template's function, and adds the origin
 * headers. A request that already has those headers comes from another service that bypasses the edge, and passes
 * unchanged.
 */
const openFront = ({ behaviors, headers }: LocalFront, key: ApiName, folderOf: FolderOf): RouteRequest => {
  const originHeaders = Object.entries(headers)
  const rules = behaviors.map((each) => ({
    methods: 'files' in each ? each.methods : undefined,
    pattern: matching(each.pattern),
    lead: openBehavior(each, originHeaders, folderOf),
  }))
  const isSibling = ({ headers: given }: Arrival) =>
    originHeaders.length > 0 &&
    originHeaders.every(([name, value]) =>
      given.some(([other, text]) => other.toLowerCase() === name.toLowerCase() && text === value),
    )
  return (arrival) => {
    const { path, method } = arrival
    if (isSibling(arrival)) return { key, path, headers: arrival.headers }
    const rule = rules.find(({ pattern }) => pattern.test(path))
    if (rule?.methods?.includes(method) === false) return { answer: async () => METHOD_REFUSED }
    return rule?.lead(arrival) ?? { key, path, headers: arrival.headers }
  }
}

const leadingTo = (front: LocalFront, key: ApiName): LocalFront => ({
  ...front,
  key,
  behaviors: front.behaviors
    .filter((behavior) => 'key' in behavior)
    .slice(-1)
    .map((behavior) => ({ ...behavior, key, pattern: '*' })),
})

/**
 * Returns the front of an API: the distribution on its port, or else one that leads only to this API. Callers on this
 * machine then do not need the edge's key. Returns no front if the templates have no distribution.
 */
export const frontOf = (
  { key }: LocalApi,
  apis: readonly LocalApi[],
  fronts: readonly LocalFront[],
  folderOf: FolderOf,
): { readonly front?: ApiFront; readonly originKey: string | undefined } => {
  const [any] = fronts
  if (any === undefined) return { originKey: undefined }
  const front = fronts.find((each) => each.key === key) ?? leadingTo(any, key)
  const targets = new Set(front.behaviors.flatMap((behavior) => ('key' in behavior ? [behavior.key] : [])))
  const others = apis.filter((api) => targets.has(api.key) && api.key !== key)
  return { front: { pass: openFront(front, key, folderOf), others }, originKey: any.headers['x-api-key'] }
}

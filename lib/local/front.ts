import { runInNewContext } from 'node:vm'
import type { ApiName, LocalApi } from './api-model.ts'
import { serveFiles } from './front-files.ts'
import type { FrontBehavior, LocalFront } from './front-model.ts'
import { type GatewayRequest, hostOf } from './gateway-event.ts'
import type { HttpResponse } from './gateway-response.ts'

type RequestHead = Omit<GatewayRequest, 'body'>

export interface ApiRequest {
  readonly key: ApiName
  readonly path: string
  readonly headers: RequestHead['headers']
}

type RouteRequest = (head: RequestHead) => ApiRequest | { readonly answer: () => Promise<HttpResponse> }

export interface ApiFront {
  readonly route: RouteRequest
  readonly otherApis: readonly LocalApi[]
}

type HeaderValues = Record<string, { value: string; multiValue?: { value: string }[] }>

/** A CloudFront Function for viewer requests (event structure of CloudFront Functions). */
type ViewerRequest = (event: {
  readonly viewer: { readonly ip: string }
  readonly request: { readonly method: string; readonly uri: string; readonly headers: HeaderValues }
}) => { readonly uri: string; readonly headers: HeaderValues }

/** Converts a path pattern of CloudFront: `*` matches any characters, `?` one. */
const patternExpression = (pattern: string): RegExp => {
  const escaped = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's')
}

const valuesOf = (headers: RequestHead['headers'], host: string): HeaderValues => {
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
const headersAfter = (original: RequestHead['headers'], changed: HeaderValues): (readonly [string, string])[] => {
  const newHeaders = new Map(Object.entries(changed))
  const originals = original.flatMap(([name, value]): [string, string][] => {
    const key = name.toLowerCase()
    const entry = changed[key]
    const isFirst = newHeaders.delete(key)
    if (entry?.multiValue !== undefined) return [[name, value]]
    return entry !== undefined && isFirst ? [[name, entry.value]] : []
  })
  return [...originals, ...[...newHeaders].map(([name, { value }]) => [name, value] as const)]
}

const METHOD_NOT_ALLOWED: HttpResponse = {
  status: 403,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from('<!doctype html><title>Error</title><p>This URL does not allow the method of the request.\n'),
}

export type FolderOf = (name: string) => string

const requestTransformer = ({ viewerRequest }: FrontBehavior) => {
  const handler = viewerRequest && (runInNewContext(`${viewerRequest}\nhandler`) as ViewerRequest)
  return (head: RequestHead): Pick<ApiRequest, 'path' | 'headers'> => {
    const { path, method, sourceIp, headers } = head
    if (!handler) return { path, headers }
    const values = valuesOf(headers, hostOf(head))
    const result = handler({ viewer: { ip: sourceIp }, request: { method, uri: path, headers: values } })
    return { path: result.uri, headers: headersAfter(headers, result.headers) }
  }
}

const openBehavior = (
  behavior: FrontBehavior,
  originHeaders: ApiRequest['headers'],
  folderOf: FolderOf,
): RouteRequest => {
  const transform = requestTransformer(behavior)
  if ('files' in behavior) {
    const { files, responseHeaders } = behavior
    const serve = serveFiles(folderOf(files.folder), files, responseHeaders)
    return (head) => ({ answer: () => serve(transform(head)) })
  }
  const { key } = behavior
  const originNames = new Set(originHeaders.map(([name]) => name.toLowerCase()))
  return (head) => {
    const { path, headers } = transform(head)
    const viewerHeaders = headers.filter(([name]) => !originNames.has(name.toLowerCase()))
    return { key, path, headers: [...viewerHeaders, ...originHeaders] }
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
    pattern: patternExpression(each.pattern),
    route: openBehavior(each, originHeaders, folderOf),
  }))
  const hasOriginHeaders = ({ headers }: RequestHead) =>
    originHeaders.length > 0 &&
    originHeaders.every(([name, value]) =>
      headers.some(
        ([headerName, headerValue]) => headerName.toLowerCase() === name.toLowerCase() && headerValue === value,
      ),
    )
  return (head) => {
    const { path, method } = head
    if (hasOriginHeaders(head)) return { key, path, headers: head.headers }
    const rule = rules.find(({ pattern }) => pattern.test(path))
    if (rule?.methods?.includes(method) === false) return { answer: async () => METHOD_NOT_ALLOWED }
    return rule?.route(head) ?? { key, path, headers: head.headers }
  }
}

const singleApiFront = (front: LocalFront, key: ApiName): LocalFront => ({
  ...front,
  key,
  behaviors: front.behaviors
    .filter((behavior) => 'key' in behavior)
    .slice(-1)
    .map((behavior) => ({ ...behavior, key, pattern: '*' })),
})

/**
 * Returns the front of an API: the distribution on its port, or else one that serves only this API. Callers on this
 * machine then do not need the edge's key (`originKey`). Returns no front if the templates have no distribution.
 */
export const frontOf = (
  { key }: LocalApi,
  apis: readonly LocalApi[],
  fronts: readonly LocalFront[],
  folderOf: FolderOf,
): { readonly front?: ApiFront; readonly originKey: string | undefined } => {
  const [anyFront] = fronts
  if (anyFront === undefined) return { originKey: undefined }
  const front = fronts.find((each) => each.key === key) ?? singleApiFront(anyFront, key)
  const targets = new Set(front.behaviors.flatMap((behavior) => ('key' in behavior ? [behavior.key] : [])))
  const otherApis = apis.filter((api) => targets.has(api.key) && api.key !== key)
  return { front: { route: openFront(front, key, folderOf), otherApis }, originKey: anyFront.headers['x-api-key'] }
}

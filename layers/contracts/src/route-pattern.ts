export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

export type RouteSpelling = `${Method} /${string}` | { readonly method: Method; readonly path: `/${string}` }

/** A parsed route. `path` has the form `:param`, `pathTemplate` the form `{param}` of OpenAPI and API Gateway. */
export interface RoutePattern {
  readonly method: Method
  readonly path: string
  readonly pathTemplate: string
  readonly segments: readonly Segment[]
  readonly params: readonly string[]
}

export type Segment = { readonly literal: string } | { readonly param: string }

export type PathOf<R> = R extends `${string} ${infer P}`
  ? P
  : R extends { readonly path: infer P extends string }
    ? P
    : never

/** The names after a colon in a path: `ParamsOf<'/a/:id/b/:n'>` is `'id' | 'n'`. */
export type ParamsOf<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> | ParamsOf<Tail>
  : P extends `:${infer Name}`
    ? Name
    : never

const literalSegment = /^[A-Za-z0-9._~!$&'()*+,;=@-]+$/
const paramSegment = /^:[A-Za-z_][A-Za-z0-9_]*$/

const isMethod = (text: string): text is Method => (methods as readonly string[]).includes(text)

const segmentsOf = (path: string): Segment[] | string => {
  if (path === '/') return []
  const segments: Segment[] = []
  for (const text of path.slice(1).split('/')) {
    if (paramSegment.test(text)) segments.push({ param: text.slice(1) })
    else if (literalSegment.test(text)) segments.push({ literal: text })
    else return `the segment "${text}" is neither a literal word nor ":name"; remove empty segments and escapes`
  }
  return segments
}

/**
 * Parses a route.
 * @returns the pattern, or a sentence that describes the problem
 */
export const routePattern = (spelling: RouteSpelling | string): RoutePattern | string => {
  const [method = '', path = ''] =
    typeof spelling === 'string'
      ? (spelling.split(/ (.*)/s, 2) as [string?, string?])
      : [spelling.method, spelling.path]
  if (!isMethod(method)) return `"${method}" is not a method; write one of ${methods.join(', ')} before the path`
  if (!path.startsWith('/')) return `the path "${path}" must start with a slash, as in "${method} /v2/things/:id"`
  const segments = segmentsOf(path)
  if (typeof segments === 'string') return segments
  const params = segments.flatMap((segment) => ('param' in segment ? [segment.param] : []))
  if (new Set(params).size !== params.length) return `the path "${path}" contains a parameter twice`
  const parts = segments.map((segment) => ('param' in segment ? `{${segment.param}}` : segment.literal))
  return { method, path, pathTemplate: `/${parts.join('/')}`, segments, params }
}

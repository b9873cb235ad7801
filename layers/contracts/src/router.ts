import type { Endpoint } from './endpoint.ts'
import type { Method } from './route-pattern.ts'

export type RouteMatch<E> =
  | { readonly endpoint: E; readonly params: Readonly<Record<string, string>> }
  | { readonly status: 404 }
  | { readonly status: 405; readonly allow: readonly string[] }

export interface Router<E> {
  /** Finds the endpoint for a request line. `path` is the raw path, still percent-encoded and without the query. */
  match(method: string, path: string): RouteMatch<E>
}

interface Node<E> {
  readonly literals: Map<string, Node<E>>
  param?: Node<E>
  readonly byMethod: Map<Method, E>
}

const emptyNode = <E>(): Node<E> => ({ literals: new Map(), byMethod: new Map() })

const addRoute = <E extends Endpoint>(root: Node<E>, endpoint: E): void => {
  let node = root
  for (const segment of endpoint.segments) {
    if ('param' in segment) {
      node.param ??= emptyNode()
      node = node.param
    } else {
      const next = node.literals.get(segment.literal) ?? emptyNode<E>()
      node.literals.set(segment.literal, next)
      node = next
    }
  }
  const conflicting = node.byMethod.get(endpoint.method)
  if (conflicting !== undefined) {
    throw new TypeError(
      `Endpoints "${conflicting.name}" and "${endpoint.name}" both match ${endpoint.method} ${endpoint.path}: change one route`,
    )
  }
  node.byMethod.set(endpoint.method, endpoint)
}

/** Decodes a path segment. Returns `undefined` for a malformed percent-escape. */
const decodeSegment = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Returns the nodes that a path can end in, those with literal segments first. The number of alternatives is bounded by
 * the routes: a node has at most one literal branch and one parameter branch for a segment.
 */
const nodesFor = <E>(root: Node<E>, segments: readonly string[]): { node: Node<E>; captured: readonly string[] }[] => {
  let level: { node: Node<E>; captured: readonly string[] }[] = [{ node: root, captured: [] }]
  for (const segment of segments) {
    level = level.flatMap(({ node, captured }) => {
      const literal = node.literals.get(segment)
      const next = literal === undefined ? [] : [{ node: literal, captured }]
      if (node.param !== undefined && segment !== '') next.push({ node: node.param, captured: [...captured, segment] })
      return next
    })
    if (level.length === 0) break
  }
  return level.filter(({ node }) => node.byMethod.size > 0)
}

const allowedMethods = ({ byMethod }: Node<unknown>): string[] => {
  const allowed = new Set<string>(byMethod.keys())
  if (allowed.has('GET')) allowed.add('HEAD')
  return [...allowed].sort()
}

/**
 * Compiles endpoints into a matcher.
 * A literal segment takes precedence over a parameter for every method, as at API Gateway. A path with a trailing slash
 * is another path. GET routes serve HEAD. A malformed percent-escape matches no route (404). Segments are compared after
 * decoding.
 * @throws TypeError if two endpoints match the same request line
 */
export const router = <const E extends Endpoint>(endpoints: readonly E[]): Router<E> => {
  const root = emptyNode<E>()
  for (const endpoint of endpoints) addRoute(root, endpoint)
  return {
    match(method, path) {
      if (!path.startsWith('/')) return { status: 404 }
      const segments = path === '/' ? [] : path.slice(1).split('/').map(decodeSegment)
      if (!segments.every((segment) => segment !== undefined)) return { status: 404 }
      const [first] = nodesFor(root, segments)
      if (!first) return { status: 404 }
      const { node, captured } = first
      const endpoint = node.byMethod.get((method === 'HEAD' ? 'GET' : method) as Method)
      if (!endpoint) return { status: 405, allow: allowedMethods(node) }
      return { endpoint, params: Object.fromEntries(endpoint.params.map((name, i) => [name, captured[i] ?? ''])) }
    },
  }
}

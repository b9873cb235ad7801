import type { LocalRoute } from './api-model.ts'

export interface RouteMatch {
  readonly route: LocalRoute
  /** As REST APIs pass them: still percent-encoded. */
  readonly params: Readonly<Record<string, string>>
}

interface Node {
  readonly fixed: Map<string, Node>
  param?: { readonly name: string; readonly node: Node }
  greedy?: { readonly name: string; readonly node: Node }
  readonly methods: Map<string, LocalRoute>
}

const node = (): Node => ({ fixed: new Map(), methods: new Map() })

const segmentsOf = (path: string): string[] =>
  path.split('/').filter((part, i, all) => i > 0 && (part !== '' || i < all.length - 1))

const insert = (root: Node, route: LocalRoute): void => {
  let at = root
  for (const part of segmentsOf(route.resource)) {
    const [, name, plus] = part.match(/^\{([^}+]+)(\+?)\}$/) ?? []
    if (name === undefined) {
      const next = at.fixed.get(part) ?? node()
      at.fixed.set(part, next)
      at = next
    } else if (plus) {
      at.greedy ??= { name, node: node() }
      at = at.greedy.node
    } else {
      at.param ??= { name, node: node() }
      at = at.param.node
    }
  }
  at.methods.set(route.method, route)
}

type RouterMatch = { readonly node: Node; readonly params: Record<string, string> } | undefined

const walk = (at: Node, parts: readonly string[], index: number): RouterMatch => {
  const part = parts[index]
  if (part === undefined) return at.methods.size > 0 ? { node: at, params: {} } : undefined
  const fixed = at.fixed.get(part)
  const exact = fixed && walk(fixed, parts, index + 1)
  if (exact) return exact
  const inner = at.param && part !== '' ? walk(at.param.node, parts, index + 1) : undefined
  if (inner && at.param) return { node: inner.node, params: { [at.param.name]: part, ...inner.params } }
  if (!at.greedy) return undefined
  return { node: at.greedy.node, params: { [at.greedy.name]: parts.slice(index).join('/') } }
}

/**
 * Routes like a REST API. In each segment, a fixed part takes precedence over a parameter, and a parameter over
 * `{proxy+}`. The path alone selects the resource; the resource must then have the method or ANY. Ignores one trailing
 * slash.
 */
export const gatewayRouter = (
  routes: readonly LocalRoute[],
): ((method: string, path: string) => RouteMatch | undefined) => {
  const root = node()
  for (const route of routes) insert(root, route)
  return (method, path) => {
    const match = walk(root, segmentsOf(path), 0)
    const route = match?.node.methods.get(method) ?? match?.node.methods.get('ANY')
    return match && route ? { route, params: match.params } : undefined
  }
}

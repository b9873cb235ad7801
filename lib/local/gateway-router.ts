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
  let current = root
  for (const part of segmentsOf(route.resource)) {
    const [, name, greedyMark] = part.match(/^\{([^}+]+)(\+?)\}$/) ?? []
    if (name === undefined) {
      const next = current.fixed.get(part) ?? node()
      current.fixed.set(part, next)
      current = next
    } else if (greedyMark) {
      current.greedy ??= { name, node: node() }
      current = current.greedy.node
    } else {
      current.param ??= { name, node: node() }
      current = current.param.node
    }
  }
  current.methods.set(route.method, route)
}

type RouterMatch = { readonly node: Node; readonly params: Record<string, string> } | undefined

const walk = (current: Node, parts: readonly string[], index: number): RouterMatch => {
  const part = parts[index]
  if (part === undefined) return current.methods.size > 0 ? { node: current, params: {} } : undefined
  const fixed = current.fixed.get(part)
  const fixedMatch = fixed && walk(fixed, parts, index + 1)
  if (fixedMatch) return fixedMatch
  const paramMatch = current.param && part !== '' ? walk(current.param.node, parts, index + 1) : undefined
  if (paramMatch && current.param)
    return { node: paramMatch.node, params: { [current.param.name]: part, ...paramMatch.params } }
  if (!current.greedy) return undefined
  return { node: current.greedy.node, params: { [current.greedy.name]: parts.slice(index).join('/') } }
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

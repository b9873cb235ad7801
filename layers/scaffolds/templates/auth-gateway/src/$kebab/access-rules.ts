/** A rule for requests. The first matching rule decides; a request without one is refused. */
export interface AccessRule {
  readonly method: string
  readonly prefix: string
  readonly scope: string
}

export const RULES: readonly AccessRule[] = [
  { method: 'GET', prefix: '/v1/$kebabs', scope: 'read' },
  { method: 'POST', prefix: '/v1/$kebabs', scope: 'write' },
  { method: 'PUT', prefix: '/v1/$kebabs', scope: 'write' },
  { method: 'DELETE', prefix: '/v1/$kebabs', scope: 'admin' },
]

/**
 * Whether the upstream service can read the path in only one way. URL parsing resolves dot segments (".." and "%2e%2e")
 * beforehand, and the resolved path is forwarded. Anything that could be decoded again is refused, such as "%25".
 */
export const isPlainPath = (pathname: string): boolean =>
  !/[/][/]|[/][.]{1,2}([/]|$)|%2e|%2f|%5c|%25|%00|[\\]|;/i.test(pathname)

export const ruleFor = (method: string, pathname: string): AccessRule | undefined =>
  RULES.find((rule) => rule.method === method && (pathname === rule.prefix || pathname.startsWith(`${rule.prefix}/`)))

export type Verdict = 'allowed' | 'no_rule' | 'path_refused' | 'scope_missing'

export const verdictOf = (method: string, pathname: string, scopes: readonly string[]): Verdict => {
  if (!isPlainPath(pathname)) return 'path_refused'
  const rule = ruleFor(method, pathname)
  if (rule === undefined) return 'no_rule'
  return scopes.includes(rule.scope) ? 'allowed' : 'scope_missing'
}

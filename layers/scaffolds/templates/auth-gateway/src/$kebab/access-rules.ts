/** A rule for requests. The first match decides; a request without a match is refused. */
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
 * Whether the service behind can read the path in one way alone. What URLs themselves know of climbing, ".." and "%2e%2e", is resolved
 * before anybody here sees the path, and goes on resolved; all that others might decode further is refused: "%25" may be decoded twice.
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

import { type ProxyRule, type RequestCount, ruleFor, waitSeconds } from './$kebab/proxy-rules.ts'
import { Problem } from './http/problem.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { forward } from './upstream/forward.ts'

/**
 * Counts a request of the caller in the current minute. Concurrent writes are retried; a request that cannot be counted
 * is refused.
 */
const countRequest = async ({ caller, deps }: Call, rule: ProxyRule): Promise<number | undefined> => {
  const id = `${rule.prefix}#${caller.id}#${Math.floor(deps.now() / 60_000)}`
  for (let attempt = 0; attempt < 5; attempt++) {
    const row = await deps.records.get<RequestCount>('limits', id)
    const wait = waitSeconds(row?.value ?? { count: 0 }, rule, deps.now())
    if (wait !== undefined) return wait
    const next: RequestCount = { count: (row?.value.count ?? 0) + 1 }
    const expiresAt = deps.now() + 120_000
    if (
      row
        ? await deps.records.replace('limits', id, next, row.version, expiresAt)
        : await deps.records.insert('limits', id, next, expiresAt)
    )
      return undefined
  }
  return 1
}

const pass = async (call: Call): Promise<Response> => {
  const rule = ruleFor(call.method, call.url.pathname)
  if (rule === undefined) throw new Problem(404, 'not_found', 'The path does not exist')
  const wait = await countRequest(call, rule)
  if (wait !== undefined) {
    const body = { error: 'Too many requests', code: 'rate_limited', retry_after: wait }
    return reply(429, body, { 'retry-after': String(wait) })
  }
  const response = await forward(call, { 'x-caller-id': call.caller.id })
  if (rule.maxAge > 0 && response.ok && !response.headers.has('cache-control'))
    response.headers.set('cache-control', `private, max-age=${rule.maxAge}`)
  return response
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
  { method: '*', path: '/v1/*', run: pass },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

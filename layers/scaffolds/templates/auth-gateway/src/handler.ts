import { type Verdict, verdictOf } from './$kebab/access-rules.ts'
import { identityHeaders } from './$kebab/identity.ts'
import { Problem } from './http/problem.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'
import { forward } from './upstream/forward.ts'

const REFUSALS: Readonly<
  Record<Exclude<Verdict, 'allowed'>, readonly [status: number, code: string, message: string]>
> = {
  no_rule: [403, 'no_rule', 'No rule allows this request'],
  path_refused: [400, 'path_refused', 'Send the path in its normalized form'],
  scope_missing: [403, 'insufficient_scope', 'The caller lacks the scope that this route requires'],
}

const pass = async (call: Call): Promise<Response> => {
  const verdict = verdictOf(call.method, call.url.pathname, call.caller.scopes)
  call.deps.log({ event: 'access', caller: call.caller.id, method: call.method, verdict })
  if (verdict !== 'allowed') throw new Problem(...REFUSALS[verdict])
  return forward(call, await identityHeaders(call))
}

const routes: readonly Route[] = [
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
  { method: '*', path: '/v1/*', run: pass },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

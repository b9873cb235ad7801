import { assess$Entity, RULES, read$EntityCase } from './$kebab/assess-$kebab.ts'
import { parseObject } from './http/body.ts'
import { type Call, type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'

const assess = ({ body }: Call): Response => reply(200, assess$Entity(read$EntityCase(parseObject(body))))

const rules = (): Response =>
  reply(200, { rules: RULES.map(({ id, weight }) => ({ id, weight })) }, { 'cache-control': 'private, max-age=300' })

const routes: readonly Route[] = [
  { method: 'POST', path: '/v1/$kebab-assessments', run: assess },
  { method: 'GET', path: '/v1/$kebab-rules', run: rules },
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

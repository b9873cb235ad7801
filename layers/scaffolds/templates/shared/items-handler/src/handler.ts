// #each entity
import { $entityRoutes } from './$kebab/$kebab-routes.ts'
// #endeach
import { type Route, reply, serve } from './http/serve.ts'
import type { Deps } from './ports.ts'

const routes: readonly Route[] = [
  // #each entity
  ...$entityRoutes,
  // #endeach
  { method: 'GET', path: '/health', isOpen: true, run: () => reply(200, { ok: true }) },
]

export const http = (request: Request, deps: Deps): Promise<Response> => serve(routes, request, deps)

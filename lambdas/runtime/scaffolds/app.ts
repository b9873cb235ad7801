import { authenticatedApp } from '@signet/identity'
import type { access } from '../contract/access.ts'
import { manifestRoutes } from '../manifests/manifest-routes.ts'
import { type Clients, inscribingDeps } from '../wiring/inscribing-deps.ts'
import { batchRoute, codegenRoute } from './codegen-routes.ts'
import { scaffoldDeps } from './deps.ts'
import { outcomeRoute } from './outcome-route.ts'
import { updateRoute } from './update-route.ts'

/** Wires the function of scaffolds. */
export const app = authenticatedApp<typeof access.scaffolds, Clients>((runtime) => {
  const deps = scaffoldDeps(runtime, inscribingDeps(runtime))
  return { routes: [codegenRoute(deps), batchRoute(deps), outcomeRoute(deps), updateRoute(), ...manifestRoutes()] }
})

import { authenticatedApp } from '@signet/identity'
import { rowTable } from '@signet/kernel'
import type { access } from '../contract/access.ts'
import { roleMemoryRow } from '../contract/agent-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { findDeck } from '../decks/find-deck.ts'
import { manifestRoutes } from '../manifests/manifest-routes.ts'
import { type Clients, inscribingDeps } from '../wiring/inscribing-deps.ts'
import { batchRoute, codegenRoute } from './codegen-routes.ts'
import { scaffoldDeps } from './deps.ts'
import { outcomeRoute } from './outcome-route.ts'
import { rememberFailure } from './remember-failure.ts'
import { storedScaffoldRoute } from './stored-scaffold-route.ts'
import { updateRoute } from './update-route.ts'

export const app = authenticatedApp<typeof access.scaffolds, Clients>((runtime) => {
  const inscribing = inscribingDeps(runtime)
  const deps = scaffoldDeps(runtime, inscribing)
  const remember = rememberFailure({
    findDeck: findDeck(deckRegistry(runtime)),
    roleMemories: rowTable(roleMemoryRow, runtime),
  })
  const outcomes = outcomeRoute({ ...deps, rememberFailure: remember })
  const scaffolds = [codegenRoute(deps), batchRoute(deps), storedScaffoldRoute(inscribing), outcomes, updateRoute()]
  return { routes: [...scaffolds, ...manifestRoutes()] }
})

import { randomBytes } from 'node:crypto'
import { bucket } from '@signet/bucket'
import { authenticatedApp } from '@signet/identity'
import { type ApiRuntime, rowTable } from '@signet/kernel'
import { keySet, kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { openingRow, receiptRow } from '@signet/receipts/rows'
import { type AgentClients, agentDeps } from '../agents/agent-deps.ts'
import { agentRoute } from '../agents/agent-routes.ts'
import { classifyRoute } from '../classification/classify-route.ts'
import type { access } from '../contract/access.ts'
import { memoryRow } from '../contract/memory-row.ts'
import { grimoireRow } from '../contract/reading-rows.ts'
import { simRow } from '../contract/sim-row.ts'
import { classifiedRow } from '../contract/telemetry-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { deckRoutes } from '../decks/deck-routes.ts'
import { findDeck } from '../decks/find-deck.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { graderRoute } from '../grader/grader-route.ts'
import { runGrader } from '../grader/run-grader.ts'
import { grimoireRoutes } from '../grimoire/grimoire-routes.ts'
import { recallRoute } from '../grimoire/recall-route.ts'
import { harnessRoute } from '../harness/harness-route.ts'
import { crownrotRoute } from '../manifests/crownrot-route.ts'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'
import { runRoute, spreadsRoute } from '../readings/reading-routes.ts'
import { receiptRoutes } from '../receipts/receipt-routes.ts'
import { verifiedReceipt } from '../receipts/verified-receipt.ts'
import { hourCounts } from '../telemetry/hour-counts-table.ts'
import { telemetryRoutes } from '../telemetry/telemetry-routes.ts'
import { toolRoutes } from '../tools/tool-routes.ts'
import { healthRoute } from './health-route.ts'

/** Tables, objects and issuer of the runtime. */
const depsOf = (runtime: ApiRuntime<typeof access.api, AgentClients>) => {
  const { env, clients } = runtime
  const signers = kmsSigners(clients.kms, env)
  const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
  const registry = deckRegistry(runtime)
  const receipts = rowTable(receiptRow, runtime)
  return {
    ...{ ...runtime, issuer: env.ISSUER_URL, registry, find: findDeck(registry), shelfOf: shelfOfScript(registry) },
    inscriber: inscriber({ ...runtime, issue, objects: inscribedObjects(bucket(clients.connection)) }),
    memories: rowTable(memoryRow, runtime),
    grimoire: rowTable(grimoireRow, runtime),
    receipts,
    openings: rowTable(openingRow, runtime),
    classified: rowTable(classifiedRow, runtime),
    sims: rowTable(simRow, runtime),
    counts: hourCounts(runtime),
    verified: verifiedReceipt({ ...runtime, issuer: env.ISSUER_URL, receipts, keys: keySet({ ...runtime, signers }) }),
  }
}

/** Wires the function of the runtime. */
export const app = authenticatedApp<typeof access.api, AgentClients>((runtime) => {
  const deps = depsOf(runtime)
  const grader = runGrader(deps)
  const [run, classify, grade, recall] = [runRoute(deps), classifyRoute(deps), graderRoute(grader), recallRoute(deps)]
  return {
    routes: [
      ...[healthRoute(runtime), spreadsRoute(), run, classify, grade, recall],
      harnessRoute({ ...deps, routes: { run, classify, grade, recall, agent: agentRoute(agentDeps(runtime)) } }),
      ...deckRoutes(deps),
      ...receiptRoutes(deps),
      ...grimoireRoutes(deps),
      ...telemetryRoutes(deps),
      crownrotRoute(),
      ...toolRoutes({ ...deps, grade: grader }),
    ],
  }
})

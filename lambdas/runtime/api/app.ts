import { randomBytes } from 'node:crypto'
import type { BucketConnection } from '@signet/bucket'
import { bucket } from '@signet/bucket'
import { reply } from '@signet/contracts'
import { authenticatedApp } from '@signet/identity'
import { route, rowTable } from '@signet/kernel'
import { BUILT_IN_DECKS, ENGINE } from '@signet/readings'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { classifyRoute } from '../classification/classify-route.ts'
import type { access } from '../contract/access.ts'
import { getRuntimeHealth } from '../contract/health.ts'
import { memoryRow } from '../contract/reading-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { deckRoutes } from '../decks/deck-routes.ts'
import { findDeck } from '../decks/find-deck.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'
import { readingRoutes } from '../readings/reading-routes.ts'

interface Clients {
  readonly connection: BucketConnection
}

/** Wires the function of the runtime. */
export const app = authenticatedApp<typeof access.api, Clients>((runtime) => {
  const { env, clients, now } = runtime
  const started = now().getTime()
  const registry = deckRegistry(runtime)
  const issue = receiptIssuer({
    ...runtime,
    ...{ issuer: env.ISSUER_URL, signers: kmsSigners(clients.kms, env), randomBytes },
  })
  const objects = inscribedObjects(bucket(clients.connection))
  const readings = {
    ...{ ...runtime, issuer: env.ISSUER_URL },
    ...{ shelfOf: shelfOfScript(registry), memories: rowTable(memoryRow, runtime) },
    inscriber: inscriber({ ...runtime, issue, objects }),
  }
  const health = route(getRuntimeHealth, async () =>
    reply(200, {
      ...{ ok: true as const, engine: ENGINE, decks: new Set(BUILT_IN_DECKS.map(({ name }) => name)).size },
      uptime_s: Math.max(0, Math.floor((now().getTime() - started) / 1_000)),
    }),
  )
  return {
    routes: [
      health,
      ...readingRoutes(readings),
      classifyRoute({ find: findDeck(registry) }),
      ...deckRoutes({ registry }),
    ],
  }
})

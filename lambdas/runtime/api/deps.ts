import { randomBytes } from 'node:crypto'
import { type BucketConnection, bucket } from '@signet/bucket'
import { type ApiRuntime, rowTable } from '@signet/kernel'
import { keySet, kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import { openingRow, receiptRow } from '@signet/receipts/rows'
import type { access } from '../contract/access.ts'
import { memoryRow } from '../contract/reading-rows.ts'
import { classifiedRow } from '../contract/telemetry-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { findDeck } from '../decks/find-deck.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'
import { verifiedReceipt } from '../receipts/verified-receipt.ts'
import { hourCounts } from '../telemetry/hour-counts-table.ts'

export interface Clients {
  readonly connection: BucketConnection
}

/** A function that inscribes. */
export type Inscribing = Omit<ApiRuntime<typeof access.api, Clients>, 'access'>

/** Objects, counters and issuer. */
export const inscribingDeps = (runtime: Inscribing) => {
  const { env, clients, db, table, now, newId, log } = runtime
  const signers = kmsSigners(clients.kms, env)
  const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
  const objects = bucket(clients.connection)
  return {
    ...{ db, table, now, newId, log, issuer: env.ISSUER_URL, signers, counts: hourCounts(runtime), bucket: objects },
    inscriber: inscriber({ ...runtime, issue, objects: inscribedObjects(objects) }),
  }
}

export type InscribingDeps = ReturnType<typeof inscribingDeps>

/** Decks and memory, of those who read. */
export const readingDeps = (runtime: Inscribing) => {
  const registry = deckRegistry(runtime)
  return {
    ...{ registry, find: findDeck(registry), shelfOf: shelfOfScript(registry) },
    memories: rowTable(memoryRow, runtime),
    classified: rowTable(classifiedRow, runtime),
  }
}

/** Receipts, and what opens them. */
export const receiptDeps = (deps: InscribingDeps) => ({
  receipts: rowTable(receiptRow, deps),
  openings: rowTable(openingRow, deps),
})

/** Receipts, checked. */
export const verifyingDeps = (deps: InscribingDeps) => {
  const { receipts, openings } = receiptDeps(deps)
  return { receipts, openings, verified: verifiedReceipt({ ...deps, receipts, keys: keySet(deps) }) }
}

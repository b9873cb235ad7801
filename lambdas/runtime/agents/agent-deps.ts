import { randomBytes } from 'node:crypto'
import { type BucketConnection, bucket } from '@signet/bucket'
import { type ApiRuntime, rowTable, spendGuard } from '@signet/kernel'
import { configuredModel, guardedModel } from '@signet/language-model'
import { kmsSigners, receiptIssuer } from '@signet/receipts/issuing'
import type { access } from '../contract/access.ts'
import { roleMemoryRow } from '../contract/agent-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { findDeck } from '../decks/find-deck.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { paidRuns } from '../guard/paid-runs.ts'
import { inscriber } from '../readings/inscribe.ts'
import { inscribedObjects } from '../readings/reading-objects.ts'
import type { AgentDeps } from './agent-routes.ts'
import { roleProse } from './role-prose.ts'

export interface AgentClients {
  readonly connection: BucketConnection
  readonly variables: Readonly<Record<string, string | undefined>>
}

/** Tables, objects, issuer, model and guard of consultations. */
export const agentDeps = (runtime: Omit<ApiRuntime<typeof access.agents, AgentClients>, 'access'>): AgentDeps => {
  const { env, clients } = runtime
  const signers = kmsSigners(clients.kms, env)
  const issue = receiptIssuer({ ...runtime, issuer: env.ISSUER_URL, signers, randomBytes })
  const registry = deckRegistry(runtime)
  const model = guardedModel(configuredModel(clients.variables), spendGuard(runtime))
  return {
    ...{ now: runtime.now, issuer: env.ISSUER_URL, find: findDeck(registry), shelfOf: shelfOfScript(registry) },
    inscriber: inscriber({ ...runtime, issue, objects: inscribedObjects(bucket(clients.connection)) }),
    roleMemories: rowTable(roleMemoryRow, runtime),
    prose: roleProse(model),
    paid: paidRuns(runtime),
  }
}

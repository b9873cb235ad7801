import { type ApiRuntime, rowTable, spendGuard } from '@signet/kernel'
import { configuredModel, guardedModel } from '@signet/language-model'
import type { access } from '../contract/access.ts'
import { roleMemoryRow } from '../contract/agent-rows.ts'
import { deckRegistry } from '../decks/deck-registry-table.ts'
import { findDeck } from '../decks/find-deck.ts'
import { shelfOfScript } from '../decks/shelf-of-script.ts'
import { paidRunGuardOf } from '../guard/paid-runs.ts'
import type { Inscriber } from '../readings/inscribe.ts'
import type { Clients } from '../wiring/inscribing-deps.ts'
import type { AgentDeps } from './agent-routes.ts'
import { proseWriter } from './role-prose.ts'

export interface AgentClients extends Clients {
  readonly variables: Readonly<Record<string, string | undefined>>
}

export const agentDeps = (
  runtime: Omit<ApiRuntime<typeof access.agents, AgentClients>, 'access'>,
  inscriber: Inscriber,
): AgentDeps => {
  const registry = deckRegistry(runtime)
  const model = guardedModel(configuredModel(runtime.clients.variables), spendGuard(runtime))
  return {
    now: runtime.now,
    issuer: runtime.env.ISSUER_URL,
    inscriber,
    findDeck: findDeck(registry),
    shelfOf: shelfOfScript(registry),
    roleMemories: rowTable(roleMemoryRow, runtime),
    addProse: proseWriter(model),
    runPaid: paidRunGuardOf(runtime),
  }
}

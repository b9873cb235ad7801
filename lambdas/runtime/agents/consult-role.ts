import { definedMembers, type RowOf, type RowTable } from '@signet/kernel'
import { type Deck, isRole, type ShelfDeck } from '@signet/readings'
import {
  type ConsultInputs,
  type ConsultOutcome,
  consult,
  consultMemory,
  type RoleRecord,
  roleSpread,
} from '@signet/readings/consult'
import { contextTexts } from '@signet/readings/context'
import type { roleMemoryRow } from '../contract/agent-rows.ts'
import type { AgentRunBody } from '../contract/agent-schemas.ts'
import type { ShelfOfScript } from '../decks/shelf-of-script.ts'
import type { Namespace } from '../namespaces/namespace.ts'

export interface ConsultDeps {
  readonly shelfOf: ShelfOfScript
  readonly roleMemories: Pick<RowTable<typeof roleMemoryRow>, 'get'>
}

export interface ConsultationRun {
  readonly outcome: ConsultOutcome
  readonly consultInputs: ConsultInputs
  readonly shelf: readonly ShelfDeck[]
  /** The role's record before this run; undefined before its first stored run. */
  readonly record: RoleRecord | undefined
}

type MemoryRow = RowOf<typeof roleMemoryRow>

export const roleMemoryKey = (namespace: Namespace, role: string) => ({
  org: namespace.org,
  namespaceId: namespace.namespaceId,
  role,
})

export const recordOfRow = ({ role: _, ...record }: MemoryRow): RoleRecord => definedMembers(record)

export const ownDeck = (role: string, shelf: readonly ShelfDeck[]): Deck => {
  const roleEntry = shelf.find(({ slug }) => slug === role)
  if (roleEntry === undefined) throw new Error(`The deck of role ${role} does not exist`)
  return roleEntry.deck
}

const consultInputsOf = (
  body: AgentRunBody,
  memory: ConsultInputs['memory'],
  bundleBindings: AgentRunBody['bundle_bindings'],
): ConsultInputs => {
  const { role, intention, context, painSignals, responseMode, seed } = body
  return definedMembers({
    role,
    intention,
    painSignals,
    responseMode,
    seed,
    bundleBindings,
    memory,
    context: context && contextTexts(context),
  })
}

export const consultRole =
  ({ shelfOf, roleMemories }: ConsultDeps) =>
  async (body: AgentRunBody, namespace: Namespace): Promise<ConsultationRun> => {
    const { role } = body
    // The engine refuses the unknown role; it needs no deck for that.
    if (!isRole(role)) {
      const inputs = consultInputsOf(body, undefined, body.bundle_bindings)
      return { outcome: consult(inputs, []), consultInputs: inputs, shelf: [], record: undefined }
    }
    const [shelf, row, ctoMemory] = await Promise.all([
      shelfOf(namespace.org, roleSpread(role).script),
      roleMemories.get(roleMemoryKey(namespace, role)),
      body.bundle_from && roleMemories.get(roleMemoryKey(namespace, 'cto')),
    ])
    const record = row && recordOfRow(row)
    const bindings = ctoMemory ? ctoMemory.bindings : body.bundle_bindings
    const inputs = consultInputsOf(body, record && consultMemory(ownDeck(role, shelf), record), bindings)
    return { outcome: consult(inputs, shelf), consultInputs: inputs, shelf, record }
  }

import type { RowOf, RowTable } from '@signet/kernel'
import { ROLES } from '@signet/readings'
import { afterFailure, NO_RECORD } from '@signet/readings/consult'
import { recordOfRow } from '../agents/consult-role.ts'
import type { roleMemoryRow } from '../contract/agent-rows.ts'
import type { FindDeck } from '../decks/find-deck.ts'
import type { ScaffoldRun } from './scaffold-runs-table.ts'

export interface FailureDeps {
  readonly findDeck: FindDeck
  readonly roleMemories: Pick<RowTable<typeof roleMemoryRow>, 'get' | 'putNew' | 'replace'>
}

/** Card ids in a text: lowercase words joined by hyphens. */
const CARD_IDS = /[a-z][a-z0-9]*(?:-[a-z0-9]+)+/g

/** Attempts, because runs of the role and reports of other failures may conflict. */
const ATTEMPTS_MAX = 5

/**
 * Records the cards that failure notes name in the memory of the namespace's roles (runtime.md 5 and 6). A scaffold
 * counts once per card, so a report can be repeated.
 * @returns false after too many write conflicts
 */
export const rememberFailure =
  ({ findDeck, roleMemories }: FailureDeps) =>
  async (org: string, { namespaceId, run, hash }: ScaffoldRun, notes: string, at: string): Promise<boolean> => {
    const cards: readonly string[] = notes.match(CARD_IDS) ?? []
    const failure = { hash: hash ?? `scaffold ${run}`, cards, at }

    const rememberForRole = async (role: string): Promise<boolean> => {
      const deck = (await findDeck(org, role))?.deck
      if (deck === undefined || !deck.cards.some(({ id }) => cards.includes(id))) return true
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const row = await roleMemories.get({ org, namespaceId, role })
        const before = row ? recordOfRow(row) : NO_RECORD
        const after = afterFailure(deck, before, failure)
        if (after === before) return true
        const { tick, reports } = before
        const next = { ...after, role } as RowOf<typeof roleMemoryRow>
        const isWritten = row
          ? roleMemories.replace({ org, namespaceId, role }, next, { tick, reports })
          : roleMemories.putNew({ org, namespaceId, role }, next)
        if (await isWritten) return true
      }
      return false
    }

    if (cards.length === 0) return true
    return (await Promise.all(Object.keys(ROLES).map(rememberForRole))).every(Boolean)
  }

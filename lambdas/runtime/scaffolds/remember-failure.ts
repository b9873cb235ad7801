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

/** Matches card IDs in a text: lowercase words joined by hyphens. */
const CARD_IDS = /[a-z][a-z0-9]*(?:-[a-z0-9]+)+/g

/** Attempts, because a run of the role or another failure report may change the memory concurrently. */
const ATTEMPTS_MAX = 5

/**
 * Returns a function that adds the cards named in failure notes to the memory of each role whose deck has them. A
 * scaffold counts once per card, so a report can be repeated.
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

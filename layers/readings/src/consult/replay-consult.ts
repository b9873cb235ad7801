import type { ShelfDeck } from '../check/compile-script.ts'
import { loadShelf } from '../check/shelf.ts'
import { isRole } from '../decks/roles.ts'
import { replayInputs } from '../reading/replay.ts'
import type { AgentRunResult, ConsultInputs, ConsultOutcome, ConsultRefusal } from './agent-run.ts'
import { agentRunSha256 } from './agent-run-subject.ts'
import { consult } from './consult.ts'
import { roleSpread } from './role-spread.ts'

export interface ConsultFile {
  readonly inputs: ConsultInputs
  readonly decks?: readonly ShelfDeck[]
  readonly result: AgentRunResult
}

/**
 * Returns the stored form of a consultation. Built-in decks are omitted, because `metadata` identifies them by digest.
 */
export const consultFile = async (
  consultInputs: ConsultInputs,
  shelf: readonly ShelfDeck[],
  { result, inputs }: Extract<ConsultOutcome, { ok: true }>,
): Promise<ConsultFile> => {
  const { decks } = await replayInputs(inputs, shelf)
  return { inputs: consultInputs, ...(decks && { decks }), result }
}

export type ConsultReplay =
  | {
      readonly ok: true
      readonly isSame: boolean
      /** SHA-256 of the subject. */
      readonly recorded: string
      readonly repeated: string
    }
  | { readonly ok: false; readonly refusal: ConsultRefusal }

export const shelfOfRole = async (role: string, ownDecks: readonly ShelfDeck[] = []): Promise<readonly ShelfDeck[]> =>
  isRole(role) ? loadShelf(roleSpread(role).script, ownDecks) : ownDecks

export const replayConsult = async ({ inputs, decks, result }: ConsultFile): Promise<ConsultReplay> => {
  const outcome = consult(inputs, await shelfOfRole(inputs.role, decks))
  if (!outcome.ok) return outcome
  const recorded = agentRunSha256(result)
  const repeated = agentRunSha256(outcome.result)
  return { ok: true, isSame: recorded === repeated, recorded, repeated }
}

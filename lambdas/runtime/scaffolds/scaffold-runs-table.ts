import { type Refusal, type RowOf, refusal, rowTable, type TableDeps, type WriteStep } from '@signet/kernel'
import { sha256Hex } from '@signet/receipts/digest'
import { conversationRow, scaffoldCounterRow, scaffoldRunRow } from '../contract/scaffold-rows.ts'
import type { Namespace } from '../namespaces/namespace.ts'

export type ScaffoldRun = RowOf<typeof scaffoldRunRow>
export type Conversation = RowOf<typeof conversationRow>

export type NewRun = Omit<ScaffoldRun, 'run' | 'outcome_count' | 'outcomes'>

export type NewConversation = Omit<Conversation, 'run'>

/** ID of a conversation, unique within a namespace. Requests with the same ID share one scaffold. */
export interface ConversationKey {
  readonly namespace: Namespace
  readonly id: string
}

export interface ScaffoldRuns {
  /** Returns the scaffold of a conversation. Refuses with 422 if its first request was different. */
  conversation(
    key: ConversationKey,
    request: string,
  ): Promise<Conversation | Refusal<'idempotency_mismatch'> | undefined>
  /**
   * Returns the organization's next run number and the writes that take it. The writes fail if a concurrent request
   * took the number.
   */
  next(org: string): Promise<{
    readonly run: number
    steps(run: NewRun, conversation?: { readonly key: ConversationKey; readonly row: NewConversation }): WriteStep[]
  }>
  get(org: string, run: string): Promise<ScaffoldRun | undefined>
  /** Returns false if the outcomes changed concurrently. */
  replaceOutcomes(org: string, run: ScaffoldRun, outcomes: ScaffoldRun['outcomes']): Promise<boolean>
}

const conversationMismatch = (): Refusal<'idempotency_mismatch'> =>
  refusal('idempotency_mismatch', 'This conversationId was used with a different request; use a new one')

const digestOf = ({ namespace: { namespaceId }, id }: ConversationKey): string =>
  sha256Hex(JSON.stringify([namespaceId, id]))

export const scaffoldRuns = (deps: TableDeps): ScaffoldRuns => {
  const counters = rowTable(scaffoldCounterRow, deps)
  const runs = rowTable(scaffoldRunRow, deps)
  const conversations = rowTable(conversationRow, deps)
  return {
    async conversation(key, request) {
      const row = await conversations.get({ org: key.namespace.org, digest: digestOf(key) })
      return row && row.request !== request ? conversationMismatch() : row
    },
    async next(org) {
      const counter = await counters.get({ org })
      const run = (counter?.last ?? 0) + 1
      const counterWrite = counter
        ? counters.steps.replace({ org }, { last: run }, { last: counter.last })
        : counters.steps.putNew({ org }, { last: run })
      return {
        run,
        steps: (row, conversation) => [
          counterWrite,
          runs.steps.putNew({ org, run: String(run) }, { ...row, run, outcome_count: 0, outcomes: [] }),
          ...(conversation === undefined
            ? []
            : [conversations.steps.putNew({ org, digest: digestOf(conversation.key) }, { ...conversation.row, run })]),
        ],
      }
    },
    get: (org, run) => runs.get({ org, run }),
    replaceOutcomes: (org, run, outcomes) =>
      runs.replace(
        { org, run: String(run.run) },
        { ...run, outcome_count: outcomes.length, outcomes },
        { outcome_count: run.outcome_count },
      ),
  }
}

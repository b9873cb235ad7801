import type { EvaluationContext, FlagSnapshot } from '@signet/flags'
import type { FlagSet, FlagUse, HourlyUse } from '@signet/flags/dynamodb'
import type { Explanation } from '@signet/flags/engine'
import type { Clock, Log, NewId } from '@signet/kernel'
import type { AuditTable } from '../audit/audit-table.ts'
import type { AlarmStates } from '../canary/alarm-states.ts'
import type { CanaryMachine } from '../canary/canary-machine.ts'
import type { ExposedCounts } from '../canary/observe-canary.ts'
import type { FlagSetTable } from '../sets/flag-set-table.ts'

export interface EvaluationResult {
  readonly value: boolean | string
  readonly reason: string
  readonly variant?: string | undefined
  readonly errorCode?: string | undefined
  readonly payload?: unknown
}

export interface Evaluator {
  evaluate(key: string, context: EvaluationContext): EvaluationResult
  /** Returns undefined for an archived or unknown flag. */
  explain(key: string, context: EvaluationContext): Explanation | undefined
  /**
   * Passes the counts since the last call to `store`. If storing fails, the next call passes the same batch again.
   * @returns the number of counted flags
   */
  storeUse(store: (uses: readonly FlagUse[], batch: string) => Promise<void>): Promise<number>
}

export interface FlagDeps {
  readonly sets: FlagSetTable
  readonly audit: AuditTable
  readonly machine: CanaryMachine
  readonly alarmStates: AlarmStates
  readonly exposedCounts: ExposedCounts
  readonly environmentsOf: (
    org: string,
    page: { readonly limit: number; readonly cursor?: string | undefined },
  ) => Promise<{ readonly rows: readonly { readonly environment: string }[]; readonly nextCursor: string | null }>
  /** Returns the last hour in which a flag was evaluated, ISO 8601; undefined if its counts have expired. */
  readonly lastUseOf: (set: FlagSet, key: string) => Promise<string | undefined>
  readonly useOf: (set: FlagSet, key: string, since: Date) => Promise<readonly HourlyUse[]>
  readonly addUse: (set: FlagSet, uses: readonly FlagUse[], batch: string) => Promise<void>
  readonly evaluatorOf: (snapshot: FlagSnapshot) => Evaluator
  readonly newId: NewId
  readonly newSalt: () => string
  readonly now: Clock
  readonly log: Log
  readonly version: string
}

import { cloudEvent } from '@signet/contracts/events'
import type { FillState } from '@signet/evidence'
import type { Clock, Log } from '@signet/kernel'
import type { EventBus } from '@signet/kernel/events'
import { gapFillContract } from '../contract/revision-events.ts'
import type { LibraryKey } from '../library/asset-table.ts'
import type { GapFillRow } from './gap-fill-table.ts'

export interface FillEventDeps {
  readonly bus: EventBus
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

/** Emits the event of a counted gap fill. Never fails: lost telemetry is not repeated (spec platform-api 4.5). */
export const emitFillEvent = async (
  { bus, now, log }: FillEventDeps,
  { org, tenant }: LibraryKey,
  row: GapFillRow,
  state: FillState,
): Promise<void> => {
  try {
    const { id, policyVersion, initialGaps, finalGaps, bailReason, costMicroUsd, editor } = row
    const data = {
      id,
      org_id: org,
      tenant_id: tenant,
      policy_version: policyVersion,
      iterations: row.log.length,
      initial_gaps: initialGaps,
      final_gaps: finalGaps,
      bail_reason: bailReason ?? null,
      assets: state.inserted.length,
      cost_micro_usd: costMicroUsd,
      editor,
    }
    const event = { entity: id, version: 1, time: now(), tenant, data }
    await bus.send([cloudEvent(gapFillContract, 'evidence-gap-fill.completed', event)])
  } catch (error) {
    log.warn('gap-fill event not sent', { error })
  }
}

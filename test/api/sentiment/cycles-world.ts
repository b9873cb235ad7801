import { expect, vi } from 'vitest'
import { cycleAt } from '../../../lambdas/sentiment/cycles/cycle-message.ts'
import { atLaterTime, runWithMessage, stackNow } from '../../support/control.ts'
import { orgOf } from '../../support/images.ts'
import { callMonitor, type Owner } from '../../support/monitors.ts'

export const HOUR_MS = 3_600_000

interface Cycles {
  readonly nextRun: string | null
  readonly endpoint: { readonly state: string; readonly failures: number; readonly openUntil: string | null }
  readonly platforms: readonly {
    readonly platform: string
    readonly source: string
    readonly lastCycle: string | null
  }[]
  readonly cycles: readonly {
    readonly cycleId: string
    readonly counts: { readonly events: number }
    readonly accepted: number
    readonly dead: number
  }[]
  readonly nextCursor: string | null
}
interface Batches {
  readonly batches: readonly {
    readonly batchId: string
    readonly events: number
    readonly attempts: number
    readonly lastStatus: number | null
  }[]
}

export const cyclesOf = (owner: Owner, query = '') =>
  callMonitor<Cycles>(owner, 'GET', `/cycles${query}`, 'listSentimentCycles')
export const batchesOf = (owner: Owner, query = '') =>
  callMonitor<Batches>(owner, 'GET', `/batches${query}`, 'listSentimentBatches')
export const pendingOf = async (owner: Owner) => (await batchesOf(owner, '?state=pending')).body.batches

/** Runs the collector with the message of the current cycle, as the dispatcher does. */
export const collect = async ({ person, tenant }: Owner): Promise<unknown> => {
  const cycle = cycleAt(new Date(await stackNow()))
  return runWithMessage('sentiment-collect', { org: await orgOf(person), tenant, platform: 'microblog', cycle })
}

/** Runs the delivery worker with the message of a monitor. */
export const sendDueBatches = async ({ person, tenant }: Owner): Promise<unknown> =>
  runWithMessage('sentiment-deliver', { org: await orgOf(person), tenant })

/** Waits up to 20 seconds until no batch of a monitor is pending. The collector starts the delivery. */
export const waitUntilDelivered = (owner: Owner): Promise<void> =>
  vi.waitFor(async () => expect(await pendingOf(owner)).toEqual([]), { timeout: 20_000 })

/** Runs one cycle of a monitor at an offset in hours, and waits until its batches are delivered. */
export const cycleAfter = (hours: number, owner: Owner): Promise<void> =>
  atLaterTime(hours * HOUR_MS, async () => {
    await collect(owner)
    await waitUntilDelivered(owner)
  })

import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { addMs, type Route, route } from '@signet/kernel'
import type { PlatformProgressRow } from '../collect/platform-progress-table.ts'
import { listBatches, listCycles, redriveBatches } from '../contract/deliveries.ts'
import { CYCLE_MS, cycleAt } from '../cycles/cycle-message.ts'
import type { BatchRow, CycleRow } from '../cycles/cycle-rows.ts'
import { type Circuit, isDisabled, isOpen } from '../deliver/circuit.ts'
import { delayOf } from '../dispatch/dispatch-cycles.ts'
import { type MonitorRow, platformsOf } from '../monitors/monitor-reader-table.ts'
import { type MonitorDeps, noSuchMonitor } from './deps.ts'
import { sourceNameOf } from './monitor-input.ts'

const MICROS = 1_000_000

/** Returns the start of the next cycle with the earliest offset of the monitor's platforms; null if it is paused. */
const nextRunOf = (monitor: MonitorRow, now: Date): string | null => {
  const { enabled, org, tenant } = monitor
  const enabledPlatforms = platformsOf(monitor)
  if (!enabled || enabledPlatforms.length === 0) return null
  const delay = Math.min(...enabledPlatforms.map((platform) => delayOf(`${org}/${tenant}/${platform}`)))
  return addMs(new Date(cycleAt(now)), CYCLE_MS + delay * 1000).toISOString()
}

const platformProgressOf = (monitor: MonitorRow, rows: readonly PlatformProgressRow[], now: Date, mode: string) =>
  platformsOf(monitor).map((platform) => {
    const row = rows.find((each) => each.platform === platform)
    const isToday = row?.day === now.toISOString().slice(0, 10)
    return {
      platform,
      source: mode === 'live' ? sourceNameOf(monitor.platforms, platform) : mode,
      lastCycle: row?.cycle || null,
      waitsUntil: row?.wait_until ?? null,
      halted: row?.halted?.version === monitor.version ? row.halted.reason : null,
      backlog: Object.values(row?.streams ?? {}).filter(({ lo }) => lo !== undefined).length,
      spentTodayUsd: isToday ? (row?.spent ?? 0) / MICROS : 0,
    }
  })

const endpointState = (circuit: Circuit, { version }: MonitorRow, now: Date) => {
  if (isDisabled(circuit, version)) return 'disabled' as const
  return isOpen(circuit, now) ? ('open' as const) : ('closed' as const)
}

const cycleView = ({ cycle: cycleId, platform, outcome, counts, accepted, dead, ended_at: endedAt }: CycleRow) => ({
  cycleId,
  platform,
  outcome,
  counts,
  accepted,
  dead,
  endedAt,
})

const batchView = (row: BatchRow, state: 'pending' | 'dead') => ({
  batchId: row.webhook_id,
  cycleId: row.cycle,
  platform: row.platform,
  events: row.events?.length ?? 0,
  attempts: row.attempts,
  lastStatus: row.last_status ?? null,
  nextAttemptAt: state === 'pending' ? row.next_attempt_at : null,
  endsAt: row.ends_at,
})

export const deliveryRoutes = (deps: MonitorDeps): Route[] => [
  route(listCycles, async ({ params: { tenantId }, query, caller }) => {
    const monitor = await deps.monitors.get(orgOf(caller), tenantId)
    if (!monitor) return noSuchMonitor()
    const now = deps.now()
    const [rows, circuit, page] = await Promise.all([
      deps.progress.platforms(monitor),
      deps.endpoints.read(monitor),
      deps.progress.cycles(monitor, query),
    ])
    const state = endpointState(circuit, monitor, now)
    return reply(200, {
      nextRun: nextRunOf(monitor, now),
      platforms: platformProgressOf(monitor, rows, now, deps.mode),
      endpoint: { state, failures: circuit.fails, openUntil: state === 'open' ? (circuit.open_until ?? null) : null },
      cycles: page.rows.map(cycleView),
      nextCursor: page.nextCursor,
    })
  }),
  route(listBatches, async ({ params: { tenantId }, query: { state, ...options }, caller }) => {
    const monitor = await deps.monitors.get(orgOf(caller), tenantId)
    if (!monitor) return noSuchMonitor()
    const { rows, nextCursor } = await deps.progress.batches(monitor, state, options)
    return reply(200, { batches: rows.map((row) => batchView(row, state)), nextCursor })
  }),
  route(redriveBatches, async ({ params: { tenantId }, caller }) => {
    const monitor = await deps.monitors.get(orgOf(caller), tenantId)
    if (!monitor) return noSuchMonitor()
    const redriven = await deps.batches.redrive(monitor)
    await deps.endpoints.reset(monitor)
    await deps.deliveries.send(monitor)
    return reply(202, { redriven })
  }),
]

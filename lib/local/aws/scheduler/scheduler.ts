import type { RowStore } from '../dynamo/row-store.ts'
import type { InvokeFunction, LocalClock, ScheduleSpec } from '../ports.ts'
import { type Timetable, timetable } from './schedule-expression.ts'

interface SchedulerDeps {
  readonly rows: RowStore
  readonly clock: LocalClock
  readonly invoke: InvokeFunction
  readonly log?: ((line: string) => void) | undefined
}

export type Scheduler = ReturnType<typeof scheduler>

/** Stored state of a schedule: rates count from `anchor`, and a one-time schedule fires only once. */
interface ScheduleState {
  readonly expression: string
  readonly anchor: number
  readonly firedAt?: number
}

const SPACE = 'schedule'

/** Schedules more frequent than this are treated as pollers, which `advance` may skip. */
const FREQUENT_BELOW_MS = 30 * 60_000

const scheduleRuns = ({ rows, clock, invoke, log }: SchedulerDeps) => {
  const running = new Set<Promise<void>>()
  const stateOf = ({ name, expression }: ScheduleSpec): ScheduleState => {
    const stored = rows.read(SPACE, name) as ScheduleState | undefined
    if (stored?.expression === expression) return stored
    const initial = { expression, anchor: clock.now() }
    rows.write(SPACE, name, initial)
    return initial
  }
  return {
    stateOf,
    fire(spec: ScheduleSpec): void {
      rows.write(SPACE, spec.name, { ...stateOf(spec), firedAt: clock.now() })
      const run: Promise<void> = invoke(spec.targetArn, spec.input)
        .then(
          () => undefined,
          (error: unknown) => log?.(`schedule ${spec.name}: ${spec.targetArn} failed: ${String(error)}`),
        )
        .finally(() => running.delete(run))
      running.add(run)
      // Skipped time does not count as processing time, so the next run finds an idle environment.
      clock.hold(run)
    },
    ended: () => Promise.allSettled(running),
  }
}

/**
 * EventBridge Scheduler on the local clock. A frequent schedule does not fire for times that `advance` skips, or that
 * passed while the machine slept. Firings during a stop are skipped, except that a missed at(…) fires at the next
 * start.
 */
export const scheduler = (deps: SchedulerDeps) => {
  const { clock } = deps
  const { stateOf, fire, ended } = scheduleRuns(deps)
  const declared = new Map<string, { readonly spec: ScheduleSpec; readonly table: Timetable }>()
  const cancels = new Map<string, () => void>()
  let started = false

  const arm = (spec: ScheduleSpec, table: Timetable) => {
    const { anchor, firedAt } = stateOf(spec)
    if (table.isOneTime && firedAt !== undefined) return
    // Fires a one-time schedule at start if it fell due during a stop.
    const due = table.next(table.isOneTime ? 0 : clock.now(), anchor)
    if (due === undefined) return
    const task = () => {
      fire(spec)
      if (started) arm(spec, table)
    }
    const next = () => table.next(clock.now(), anchor) ?? due
    const isFrequent = (table.next(due, anchor) ?? due) - due < FREQUENT_BELOW_MS
    const setTimer = () => {
      if (table.isOneTime) return clock.after(due - clock.now(), task)
      return isFrequent ? clock.poll(next, task) : clock.recur(due, task)
    }
    cancels.set(spec.name, setTimer())
  }

  return {
    declare(spec: ScheduleSpec) {
      const table = timetable(spec.expression)
      cancels.get(spec.name)?.()
      declared.set(spec.name, { spec, table })
      stateOf(spec)
      if (started) arm(spec, table)
    },
    start() {
      started = true
      for (const { spec, table } of declared.values()) arm(spec, table)
    },
    /** Sets no more timers; resolves when running invocations have ended. */
    async stop() {
      started = false
      for (const cancel of cancels.values()) cancel()
      await ended()
    },
  }
}

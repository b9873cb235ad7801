import type { RunningSystem } from '../running-system.ts'

/** Posts to the control address of the local runner (docs/drills.md). */
const control = async ({ control: base }: RunningSystem, path: string, body: object): Promise<void> => {
  const response = await fetch(`${base}/_local/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok)
    throw new Error(`The control address returned ${response.status} for ${path}: ${await response.text()}`)
}

const MINUTE_MS = 60_000

/** The clock replies after all due work is done; `fetch` waits up to five minutes on a busy machine. */
const STEP_MINUTES = 120

/** Advances the clock for everyone, in minutes. */
export const advanceClock = async (system: RunningSystem, minutes: number): Promise<void> => {
  for (let remaining = minutes; remaining > 0; remaining -= STEP_MINUTES)
    await control(system, 'clock', { advanceMs: Math.min(remaining, STEP_MINUTES) * MINUTE_MS })
}

/** Advances the clock as for a sleeping machine: schedules run once, at the end. For durations of days. */
export const sleepFor = (system: RunningSystem, minutes: number): Promise<void> =>
  control(system, 'clock', { advanceMs: minutes * MINUTE_MS, asleep: true })

/** Makes the next job fail: its worker crashes at all three attempts. */
export const breakNextJob = async (system: RunningSystem): Promise<void> => {
  for (const nth of [1, 2, 3]) await control(system, 'faults', { function: 'images-paint', when: 'before', nth })
}

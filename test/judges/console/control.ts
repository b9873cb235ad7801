import type { RunningSystem } from '../running-system.ts'

/** Asks the control address of the local runner (docs/drills.md). */
const control = async ({ control: base }: RunningSystem, path: string, body: object): Promise<void> => {
  const answer = await fetch(`${base}/_local/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`The control address answers ${path} with ${answer.status} ${await answer.text()}`)
}

const MINUTE_MS = 60_000

/** An answer of the clock comes when all that fell due is done; `fetch` waits five minutes for it, on a busy machine, too. */
const STEP_MINUTES = 120

/** Lets time pass for everybody, in minutes. */
export const letPass = async (system: RunningSystem, minutes: number): Promise<void> => {
  for (let left = minutes; left > 0; left -= STEP_MINUTES)
    await control(system, 'clock', { advanceMs: Math.min(left, STEP_MINUTES) * MINUTE_MS })
}

/** Lets time pass as for a machine that sleeps: schedules run once, at the end. For days of which only the length counts. */
export const sleepFor = (system: RunningSystem, minutes: number): Promise<void> =>
  control(system, 'clock', { advanceMs: minutes * MINUTE_MS, asleep: true })

/** The next job cannot be drawn: its worker dies at each of its three tries. */
export const breakNextJob = async (system: RunningSystem): Promise<void> => {
  for (const nth of [1, 2, 3]) await control(system, 'faults', { function: 'images-paint', when: 'before', nth })
}

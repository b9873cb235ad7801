import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiKey } from '../../lib/apis.ts'
import { type Answer, type Ask, ask, expectStatus } from './http.ts'
import { SkippedStep, type StepReport, Wrong } from './report.ts'
import type { Target } from './target.ts'

const WAIT_MS = 120_000

export interface Undo {
  readonly what: string
  readonly run: () => Promise<Answer>
}

export interface SmokeRun {
  readonly target: Target
  session: string | undefined
  key: string | undefined
  imageUrl: string | undefined
  rate: string | undefined
  /** Newest last. */
  readonly undo: Undo[]
}

export const newRun = (target: Target): SmokeRun => ({
  target,
  session: target.session,
  key: target.key,
  imageUrl: undefined,
  rate: undefined,
  undo: [],
})

/** The address of a path of an API. @throws Skipped when nobody serves the API there. */
export const at = ({ target }: SmokeRun, api: ApiKey, path: string): string => {
  const base = target.urls[api]
  if (base === undefined) throw new SkippedStep(`the API ${api} is not deployed`)
  return `${base}${path}`
}

export const NO_KEY = 'there is no key: give one by SIGNET_SMOKE_KEY, or a session to make one with'

/** @throws Skipped when there is none. */
export const keyOf = ({ key }: SmokeRun): string => {
  if (key === undefined) throw new SkippedStep(NO_KEY)
  return key
}

export const askNoting = async (run: SmokeRun, url: string, wanted: Ask = {}): Promise<Answer> => {
  const answer = await ask(url, wanted)
  const [most, left] = ['limit', 'remaining'].map((name) => answer.headers.get(`x-ratelimit-${name}`))
  if (most !== null && left !== null) run.rate = `${left} of ${most} left`
  return answer
}

/** Notes that something was made, which a DELETE removes. */
export const removes = (run: SmokeRun, what: string, url: string, wanted: Ask): void => {
  run.undo.push({
    what,
    run: async () => expectStatus(`Removing ${what}`, await ask(url, { ...wanted, method: 'DELETE' }), 200, 202, 204),
  })
}

export const stepReport = (says: string, { requestId }: Answer): StepReport => ({ says, requestId })

/** Looks until something is there. @throws Wrong when it is not in two minutes. */
export const until = async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + WAIT_MS; Date.now() < end; await sleep(500)) {
    const result = await look()
    if (result !== undefined) return result
  }
  throw new Wrong(`${what} in ${WAIT_MS / 1000} s`, 'a queue or a state machine stands still: the alarms say which')
}

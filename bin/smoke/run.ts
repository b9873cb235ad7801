import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiName } from '../../lib/apis.ts'
import { type Answer, type ApiRequest, callApi, expectStatus } from './http.ts'
import { SkippedStep, StepFailure, type StepReport } from './report.ts'
import type { Target } from './target.ts'

const WAIT_MS = 120_000

export interface Undo {
  readonly resource: string
  readonly run: () => Promise<Answer>
}

export interface SmokeRun {
  readonly target: Target
  session: string | undefined
  key: string | undefined
  imageUrl: string | undefined
  rate: string | undefined
  /** Oldest first. */
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

/** Returns the URL of a path of an API. @throws SkippedStep if the API is not deployed */
export const urlAt = ({ target }: SmokeRun, api: ApiName, path: string): string => {
  const base = target.urls[api]
  if (base === undefined) throw new SkippedStep(`the API ${api} is not deployed`)
  return `${base}${path}`
}

export const NO_KEY = 'no key: set SIGNET_SMOKE_KEY, or provide a session, which creates one'

/** @throws SkippedStep without a key */
export const keyOf = ({ key }: SmokeRun): string => {
  if (key === undefined) throw new SkippedStep(NO_KEY)
  return key
}

export const callAndRecordRate = async (run: SmokeRun, url: string, request: ApiRequest = {}): Promise<Answer> => {
  const answer = await callApi(url, request)
  const [limit, remaining] = ['limit', 'remaining'].map((name) => answer.headers.get(`x-ratelimit-${name}`))
  if (limit !== null && remaining !== null) run.rate = `${remaining} of ${limit} left`
  return answer
}

/** Registers a created resource, so that the cleanup deletes it. */
export const registerCleanup = (run: SmokeRun, resource: string, url: string, request: ApiRequest): void => {
  run.undo.push({
    resource,
    run: async () =>
      expectStatus(`Removing ${resource}`, await callApi(url, { ...request, method: 'DELETE' }), 200, 202, 204),
  })
}

export const stepReport = (message: string, { requestId }: Answer): StepReport => ({ message, requestId })

/** Polls until there is a result. @throws StepFailure after two minutes */
export const pollUntil = async <T>(what: string, poll: () => Promise<T | undefined>): Promise<T> => {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(500)) {
    const result = await poll()
    if (result !== undefined) return result
  }
  throw new StepFailure(`${what} in ${WAIT_MS / 1000} s`, 'a queue or a state machine is stuck: check the alarms')
}

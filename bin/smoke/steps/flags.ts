import { randomUUID } from 'node:crypto'
import { expectStatus } from '../http.ts'
import { StepFailure, type StepReport } from '../report.ts'
import { callAndRecordRate, keyOf, registerCleanup, type SmokeRun, stepReport, urlAt } from '../run.ts'

export const flags = async (run: SmokeRun): Promise<StepReport> => {
  const key = keyOf(run)
  const flag = `smoke-${randomUUID().slice(0, 8)}`
  const newFlag = { key: flag, type: 'boolean', enabled: true }
  const created = await callAndRecordRate(run, urlAt(run, 'flags', '/flags'), { method: 'POST', key, body: newFlag })
  expectStatus('A new flag', created, 201)
  registerCleanup(run, 'the flag', urlAt(run, 'flags', `/flags/${flag}`), { key })
  const body = { context: { targetingKey: 'smoke' } }
  const answer = await callAndRecordRate(run, urlAt(run, 'flags', `/ofrep/v1/evaluate/flags/${flag}`), {
    method: 'POST',
    key,
    body,
  })
  const evaluation = expectStatus('OFREP', answer, 200)
  if (evaluation.body.value === true) return stepReport('on, as created', evaluation)
  const value = JSON.stringify(evaluation.body.value)
  throw new StepFailure(
    `OFREP returned ${value} for a flag that is on`,
    'see the log of flags-api',
    evaluation.requestId,
  )
}

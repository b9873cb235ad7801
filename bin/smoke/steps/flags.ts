import { randomUUID } from 'node:crypto'
import { expectStatus } from '../http.ts'
import { type StepReport, Wrong } from '../report.ts'
import { askNoting, at, keyOf, removes, type SmokeRun, stepReport } from '../run.ts'

export const flags = async (run: SmokeRun): Promise<StepReport> => {
  const key = keyOf(run)
  const flag = `smoke-${randomUUID().slice(0, 8)}`
  const wanted = { key: flag, type: 'boolean', enabled: true }
  const made = await askNoting(run, at(run, 'flags', '/flags'), { method: 'POST', key, body: wanted })
  expectStatus('A new flag', made, 201)
  removes(run, 'the flag', at(run, 'flags', `/flags/${flag}`), { key })
  const body = { context: { targetingKey: 'smoke' } }
  const asked = await askNoting(run, at(run, 'flags', `/ofrep/v1/evaluate/flags/${flag}`), {
    method: 'POST',
    key,
    body,
  })
  const evaluation = expectStatus('OFREP', asked, 200)
  if (evaluation.body.value === true) return stepReport('on, as it was made', evaluation)
  const value = JSON.stringify(evaluation.body.value)
  throw new Wrong(`OFREP says ${value} of a flag that is on`, 'the log of flags-api', evaluation.requestId)
}

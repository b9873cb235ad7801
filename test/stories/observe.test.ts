import { expect, test } from 'vitest'
import { now, rootSpan } from '../api/observe/observe-world.ts'
import { errorsRule } from '../api/observe/rules-world.ts'
import { advance, advanceAsleep } from '../support/control.ts'
import { waitForMail } from '../support/mails.ts'
import { asPerson, newPerson } from '../support/people.ts'
import { startReceiver } from '../support/receiver.ts'

const MINUTE_MS = 60_000

interface Alert {
  readonly status: string
}

test('telemetry is ingested, and a rule notifies by webhook and mail when it fires and when it resolves', async () => {
  const owner = await newPerson()
  const receiver = await startReceiver()
  const get = <Body>(path: string, as: string) => asPerson<Body>(owner, 'GET', `/api/observe/${path}`, { as })
  const post = (path: string, as: string, body: object) => asPerson(owner, 'POST', `/api/observe/${path}`, { as, body })
  const statuses = async () =>
    (await get<{ alerts: readonly Alert[] }>('alerts', 'listAlerts')).body.alerts.map(({ status }) => status)
  try {
    const notify = { webhook_url: receiver.url, mail: 'owners' }
    const rule = errorsRule('too many errors', { notify, clear_minutes: 1 })
    expect((await post('rules', 'createObserveRule', rule)).status).toBe(201)
    const at = await now()
    const spans = Array.from({ length: 5 }, (_, i) => rootSpan(`t${i}`, at, { status: 'error' }))
    expect((await post('ingest', 'ingestTelemetry', { service: 'edge', spans })).status).toBe(202)
    const { workers } = (await get<{ workers: object[] }>('summary', 'getObserveSummary')).body
    expect(workers).toMatchObject([{ worker_name: 'edge', total_traces: 5 }])

    await advance(MINUTE_MS)
    const [firing] = await receiver.until(1)
    expect(JSON.parse(firing?.body ?? '')).toMatchObject({ type: 'observe.alert.firing', data: { value: 1 } })
    await waitForMail(owner.email, ({ subject }) => subject === 'Firing: too many errors (warning)')
    expect(await statuses()).toEqual(['firing'])

    // Passes the window of the rule, then the minute without the condition after which it resolves.
    await advanceAsleep(11 * MINUTE_MS)
    await advance(2 * MINUTE_MS)
    const [, resolved] = await receiver.until(2)
    expect(JSON.parse(resolved?.body ?? '')).toMatchObject({ type: 'observe.alert.resolved' })
    await waitForMail(owner.email, ({ subject }) => subject.startsWith('Resolved'))
    expect(await statuses()).toEqual(['resolved'])
  } finally {
    await receiver.close()
  }
})

import { afterEach, describe, expect, test } from 'vitest'
import { call, newAddress } from '../../support/api.ts'
import { receivedEvents, waitForEvent } from '../../support/bus.ts'
import { endOutages, planOutage, runFunction, runWithMessage } from '../../support/control.ts'
import { generate, waitForEnd } from '../../support/jobs.ts'
import { newTenant } from '../../support/keys.ts'
import { startReceiver } from '../../support/receiver.ts'
import { createTenant, newUser } from '../../support/sessions.ts'

const MINUTE = 60_000
const draft = { prompt: 'a lighthouse', quality_tier: 'draft', sync: false } as const
const failBus = (name: string) => planOutage({ function: name, service: 'events', operation: 'PutEvents', times: 100 })
afterEach(endOutages)

const isEvent = (type: string, subject: string) => (event: { type: string; subject: string }) =>
  event.type === `org.signet.${type}.v1` && event.subject === subject

describe('job events', () => {
  test('report its end and its deletion, by ids and states alone', async () => {
    const { key } = await newTenant()
    const { body } = await generate(draft, { key })
    await waitForEnd(body.job_id, { key })
    const completed = await waitForEvent(isEvent('job.completed', body.job_id))
    expect(completed.data).toMatchObject({ job_id: body.job_id, state: 'completed', has_webhook: false })
    expect(JSON.stringify(completed)).not.toContain(draft.prompt)
    await call('DELETE', `/v2/jobs/${body.job_id}`, { key, as: 'job_delete' })
    const deleted = await waitForEvent(isEvent('job.deleted', body.job_id))
    expect(deleted.sequence > completed.sequence).toBe(true)
  })

  test('reach the bus through the sweeper if not sent: the end within minutes, the deletion with its tombstone', async () => {
    const from = newAddress()
    await failBus('images-encode')
    const { body } = await generate(draft, { from })
    expect((await waitForEnd(body.job_id, { from })).job.state).toBe('completed')
    expect(await receivedEvents(({ subject }) => subject === body.job_id)).toEqual([])
    await endOutages()
    await runFunction('images-sweep', { after: 2 * MINUTE })
    await waitForEvent(isEvent('job.completed', body.job_id))
    await failBus('images-api')
    await call('DELETE', `/v2/jobs/${body.job_id}`, { from, as: 'job_delete' })
    await endOutages()
    await runFunction('images-sweep', { after: 20 * MINUTE })
    await waitForEvent(isEvent('job.deleted', body.job_id))
  })

  test("delivered twice send the job's webhook once", async () => {
    const { key } = await newTenant()
    const receiver = await startReceiver()
    const { body } = await generate({ ...draft, webhook_url: receiver.url }, { key })
    await receiver.until(1)
    const event = await waitForEvent(isEvent('job.completed', body.job_id))
    expect(event.data).toMatchObject({ has_webhook: true })
    await runWithMessage('images-notify', event)
    expect(receiver.received).toHaveLength(1)
    await receiver.close()
  })
})

test('tenant events that were not sent are sent by the relay', async () => {
  const { session } = await newUser()
  await failBus('images-api')
  const { status, body } = await createTenant(session)
  expect(status).toBe(201)
  expect(await receivedEvents(({ subject }) => subject === body.tenant_id)).toEqual([])
  await endOutages()
  await runFunction('event-relay-publish', { after: 2 * MINUTE })
  const created = await waitForEvent(isEvent('tenant.created', body.tenant_id))
  expect(created.id).toBe(`${body.tenant_id}:1:tenant.created`)
  expect(JSON.stringify(created)).not.toContain(body.api_key)
})

import type { CloudEvent } from '@signet/contracts/events'
import { describe, expect, it } from 'vitest'
import { access } from '../../../lambdas/images/contract/access.ts'
import { deletedEvent, endedEvent } from '../../../lambdas/images/jobs/job-events.ts'
import { asyncApiDocuments } from '../../../lib/async-api.ts'
import { SERVICES } from '../../../lib/services.ts'
import { type BusEvent, eventProblems, missingEvents } from '../../support/events.ts'
import { jobRow, START } from '../../support/sample-job.ts'

const documents = asyncApiDocuments()
const busEventOf = (event: CloudEvent): BusEvent => ({ source: event.source, 'detail-type': event.type, detail: event })
const ended = endedEvent(jobRow({ state: 'completed', completed_at: START.toISOString() }))
const addresses = Object.values(documents).flatMap((document) =>
  Object.values((document as { channels: Record<string, { address: string }> }).channels).map(({ address }) => address),
)

describe('the AsyncAPI documents', () => {
  it('describe the contracts that emit, with events of jobs, tenants, flags, segments and canaries', () => {
    expect(Object.keys(documents)).toEqual(expect.arrayContaining(['canary', 'flag', 'job', 'segment', 'tenant']))
    expect(addresses.filter((address) => address.includes('.job.'))).toEqual([
      'org.signet.job.completed.v1',
      'org.signet.job.failed.v1',
      'org.signet.job.failed_encoding.v1',
      'org.signet.job.deleted.v1',
    ])
  })

  it('accept generated events', () => {
    expect(eventProblems(documents, [ended, deletedEvent(jobRow(), START)].map(busEventOf))).toEqual([])
  })

  it.each([
    ['of an undeclared type', { ...ended, type: 'org.signet.job.painted.v1' }, /job\.painted\.v1 .* declares/],
    ['without a field of its payload', { ...ended, data: { job_id: ended.subject } }, /breaks its schema: \/data must/],
    ['with an unknown state', { ...ended, data: { ...(ended.data as object), state: 'done' } }, /\/data\/state/],
    ['from another source', { ...ended, source: '/contracts/letter' }, /breaks its schema: \/source/],
  ])('refuse an event %s', (_, event, problem) => {
    expect(eventProblems(documents, [busEventOf(event)]).join('\n')).toMatch(problem)
  })

  it('every event must occur in a test: a missing one is reported', () => {
    const receivedEvents = addresses.map((type) => ({ source: '', 'detail-type': type, detail: {} }))
    expect(missingEvents(documents, receivedEvents)).toEqual([])
    expect(missingEvents(documents, receivedEvents.slice(1))).toEqual(
      receivedEvents.slice(0, 1).map((event) => event['detail-type']),
    )
  })
})

describe('subscriptions', () => {
  const subscribedTypes = SERVICES.flatMap((service) => Object.values(service.access)).flatMap(
    (fn) => fn.subscribes?.types ?? [],
  )

  it('name only events that a contract emits', () => {
    expect(subscribedTypes.length).toBeGreaterThan(0)
    expect(subscribedTypes.filter((type) => !addresses.includes(type))).toEqual([])
  })

  it('for webhooks match only events of ended jobs that requested a webhook', () => {
    const { types, data } = access.notify.subscribes
    const ends = addresses.filter((address) => address.includes('.job.') && !address.includes('deleted'))
    expect([...types].sort()).toEqual(ends.sort())
    expect(data).toEqual({ has_webhook: [true] })
  })
})

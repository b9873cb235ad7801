import type { CloudEvent } from '@signet/contracts/events'
import { describe, expect, it } from 'vitest'
import { access } from '../../../lambdas/images/contract/access.ts'
import { deletedEvent, endedEvent } from '../../../lambdas/images/jobs/job-events.ts'
import { asyncApiDocuments } from '../../../lib/async-api.ts'
import { SERVICES } from '../../../lib/services.ts'
import { eventProblems, type SeenEvent, unseenEvents } from '../../support/events.ts'
import { jobRow, START } from '../../support/sample-job.ts'

const documents = asyncApiDocuments()
const seenOf = (event: CloudEvent): SeenEvent => ({ source: event.source, 'detail-type': event.type, detail: event })
const ended = endedEvent(jobRow({ state: 'completed', completed_at: START.toISOString() }))
const addresses = Object.values(documents).flatMap((document) =>
  Object.values((document as { channels: Record<string, { address: string }> }).channels).map(({ address }) => address),
)

describe('the AsyncAPI documents', () => {
  it('are of the contracts that emit, and list what happens to jobs, tenants, flags, segments and canaries', () => {
    expect(Object.keys(documents)).toEqual(expect.arrayContaining(['canary', 'flag', 'job', 'segment', 'tenant']))
    expect(addresses.filter((address) => address.includes('.job.'))).toEqual([
      'org.signet.job.completed.v1',
      'org.signet.job.failed.v1',
      'org.signet.job.failed_encoding.v1',
      'org.signet.job.deleted.v1',
    ])
  })

  it('hold for events as they are made', () => {
    expect(eventProblems(documents, [ended, deletedEvent(jobRow(), START)].map(seenOf))).toEqual([])
  })

  it.each([
    ['of a type that nobody declares', { ...ended, type: 'org.signet.job.painted.v1' }, /job\.painted\.v1 .* declares/],
    [
      'without a member of its payload',
      { ...ended, data: { job_id: ended.subject } },
      /breaks its schema: \/data must/,
    ],
    ['of a state that is none', { ...ended, data: { ...(ended.data as object), state: 'done' } }, /\/data\/state/],
    ['from somebody else', { ...ended, source: '/contracts/letter' }, /breaks its schema: \/source/],
  ])('do not hold for an event %s', (_, event, problem) => {
    expect(eventProblems(documents, [seenOf(event)]).join('\n')).toMatch(problem)
  })

  it('are asked for whole: an event that no test has caused is named', () => {
    const seen = addresses.map((type) => ({ source: '', 'detail-type': type, detail: {} }))
    expect(unseenEvents(documents, seen)).toEqual([])
    expect(unseenEvents(documents, seen.slice(1))).toEqual(seen.slice(0, 1).map((event) => event['detail-type']))
  })
})

describe('subscriptions', () => {
  const wanted = SERVICES.flatMap((service) => Object.values(service.access)).flatMap(
    (fn) => fn.subscribes?.types ?? [],
  )

  it('are to events that some contract emits', () => {
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.filter((type) => !addresses.includes(type))).toEqual([])
  })

  it('of the webhooks are to every end of a job that asked for one, and to nothing else', () => {
    const { types, data } = access.notify.subscribes
    const ends = addresses.filter((address) => address.includes('.job.') && !address.includes('deleted'))
    expect([...types].sort()).toEqual(ends.sort())
    expect(data).toEqual({ has_webhook: [true] })
  })
})

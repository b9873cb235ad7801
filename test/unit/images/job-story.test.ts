import { Job } from '@signet/imaging/schemas/job'
import type { Charge } from '@signet/ledger'
import { describe, expect, it } from 'vitest'
import type { JobRow } from '../../../lambdas/images/jobs/job-row.ts'
import { jobWithHistory } from '../../../lambdas/images/jobs/job-story.ts'
import { newWebhook, withAttempt, withResponse } from '../../../lambdas/images/jobs/job-webhook.ts'
import { jobRow } from '../../support/sample-job.ts'

const CREATED = '2026-11-20T12:00:00.000Z'
const BEGUN = '2026-11-20T12:00:01.000Z'
const PAINTED = '2026-11-20T12:00:03.500Z'
const ENDED = '2026-11-20T12:00:04.000Z'

const viewOf = (changes: Partial<JobRow>): Job => Job.parse(jobWithHistory(jobRow(changes), 'https://images.example'))
const begunFields = { begun_at: BEGUN }
const painted = { ...begunFields, paint_ms: 2_500 }

describe('the timeline of a job', () => {
  const moments = [
    { state: 'queued', at: CREATED },
    { state: 'processing', at: BEGUN },
    { state: 'encoding', at: PAINTED },
  ]
  it.each<[string, Partial<JobRow>, object[]]>([
    ['is queued', { state: 'queued' }, moments.slice(0, 1)],
    ['is processed', { state: 'processing', ...begunFields }, moments.slice(0, 2)],
    ['is encoded', { state: 'encoding', ...painted }, moments],
    [
      'is completed',
      { state: 'completed', ...painted, completed_at: ENDED },
      [...moments, { state: 'completed', at: ENDED }],
    ],
    ['failed before it began', { state: 'failed', completed_at: ENDED }, [moments[0]!, { state: 'failed', at: ENDED }]],
    [
      'could not be encoded',
      { state: 'failed_encoding', ...painted, completed_at: ENDED },
      [...moments, { state: 'failed_encoding', at: ENDED }],
    ],
    [
      'predates stored times',
      { state: 'completed', completed_at: ENDED },
      [moments[0]!, { state: 'completed', at: ENDED }],
    ],
  ])('contains the known times of a job that %s', (_, row, expectedTimeline) => {
    expect(viewOf(row).timeline).toEqual(expectedTimeline)
  })
})

describe('the charge of a job', () => {
  const credits: Charge = { account: 'a', epoch: 0, plan: 'pro', parts: { welcome: 1, purchased: 4 } }
  const countedCharge: Charge = { account: 'a', counted_by: 'platform' }
  const quota: Charge = { quota: '2026-11' }
  const completedMembers = { state: 'completed', completed_at: ENDED } as const
  const failed = { state: 'failed', completed_at: ENDED } as const
  it.each<[string, Partial<JobRow>, object | null]>([
    ['is held until it ends', { charge: credits }, { credits: 5, state: 'held', entry: null }],
    ['is captured', { ...completedMembers, charge: credits }, { credits: 5, state: 'captured', entry: 'capture' }],
    ['is released', { ...failed, charge: credits }, { credits: 5, state: 'released', entry: 'release' }],
    [
      'is counted by the platform',
      { ...completedMembers, charge: countedCharge },
      { credits: 0, state: 'captured', entry: 'capture' },
    ],
    [
      'is given back by the platform',
      { ...failed, charge: countedCharge },
      { credits: 0, state: 'released', entry: null },
    ],
    ['is one image of a quota', { ...completedMembers, charge: quota }, { credits: 0, state: 'captured', entry: null }],
    ['is absent', completedMembers, null],
  ])('%s, and names its entry in the statement', (_, changes, expected) => {
    const { charge, job_id } = viewOf(changes)
    const entry = charge?.entry
    if (entry) expect(entry.ref).toBe(job_id)
    expect(charge && { ...charge, entry: entry?.type ?? null }).toEqual(expected)
  })
})

describe('the webhook attempts of a job', () => {
  const webhook = newWebhook('https://receiver.example/hook', 'https://images.example')

  it('have times and statuses, null without a response', () => {
    const first = { ...webhook, tries: withResponse({ ...webhook, tries: withAttempt(webhook, new Date(BEGUN)) }, 503) }
    const second = { ...first, tries: withAttempt(first, new Date(ENDED)) }
    const history = [
      { at: BEGUN, status: 503 },
      { at: ENDED, status: null },
    ]
    expect(viewOf({ webhook: second }).webhook?.history).toEqual(history)
    expect(viewOf({ webhook: { ...second, tries: withResponse(second, undefined) } }).webhook?.history).toEqual(history)
    expect(viewOf({ webhook }).webhook?.history).toEqual([])
  })

  it('include only the last ten', () => {
    let row = webhook
    for (let i = 0; i < 13; i++) row = { ...row, tries: withAttempt(row, new Date(i * 1_000)) }
    const history = viewOf({ webhook: row }).webhook?.history ?? []
    expect(history).toHaveLength(10)
    expect([history[0]?.at, history[9]?.at]).toEqual([new Date(3_000).toISOString(), new Date(12_000).toISOString()])
  })
})

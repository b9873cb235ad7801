import { fixtures } from '@signet/contract-tools/fixtures'
import { irOf } from '@signet/contracts/ir'
import type { Job } from '@signet/imaging/schemas/job'
import type { JobState } from '@signet/imaging/schemas/vocabulary'
import { describe, expect, it } from 'vitest'
import { jobContract } from '../../../lambdas/images/contract/job.ts'
import { jobView } from '../../../lambdas/images/jobs/job-view.ts'
import { jobRow, START } from '../../support/sample-job.ts'

const { invariants } = jobContract
const violatedIds = (job: Job): string[] => invariants.filter(({ holds }) => !holds(job as never)).map(({ id }) => id)

/** The members of a job that the machine has set in each state. */
const FIELDS_BY_STATE: Readonly<Record<JobState, object>> = {
  queued: {},
  processing: {},
  encoding: {},
  completed: { completed_at: START.toISOString() },
  failed: { completed_at: START.toISOString(), error: 'no', error_code: 'internal' },
  failed_encoding: { completed_at: START.toISOString(), error: 'no', error_code: 'internal' },
}

describe('the invariants of a job', () => {
  it.each(Object.entries(FIELDS_BY_STATE))('accept a %s job from the machine', (state, fields) => {
    const settings = { ...jobRow().settings, output_preset: 'hero' as const, cut_out: true as const }
    expect(
      violatedIds(jobView(jobRow({ state: state as JobState, settings, ...fields }), 'https://images.example')),
    ).toEqual([])
  })

  it('refuse rows that no machine reaches', () => {
    const view = (changes: object) => ({ ...jobView(jobRow(), 'https://images.example'), ...changes })
    expect(violatedIds(view({ completed_at: START.toISOString() }))).toEqual(['ended'])
    expect(violatedIds(view({ asset_url: 'https://images.example/v2/assets/x' }))).toEqual(['pictured'])
    expect(violatedIds(view({ error_code: 'internal' }))).toEqual(['failed'])
  })

  it('accept every entity of the fixtures', () => {
    const files = fixtures(irOf(jobContract), { invariants: invariants as never })
    const { valid, states } = JSON.parse(files['entity.json'] ?? '') as {
      valid: { entity: Job }[]
      states: Record<JobState, { entity: Job }>
    }
    expect(Object.keys(states).sort()).toEqual(Object.keys(FIELDS_BY_STATE).sort())
    expect([...valid, ...Object.values(states)].flatMap(({ entity }) => violatedIds(entity))).toEqual([])
    expect(states.queued.entity.completed_at).toBeNull()
  })
})

import { VariationRequest } from '@signet/imaging/schemas/variation-request'
import { SEED_MAX, VARIATION_STRENGTH } from '@signet/imaging/schemas/vocabulary'
import { type Caller, newUuid } from '@signet/kernel'
import { accountTable, paymentTable, sharesOf } from '@signet/ledger'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createVariations } from '../../../../lambdas/images/api/create-variations.ts'
import { masterKey } from '../../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../../lambdas/images/jobs/admission-table.ts'
import type { JobQueue } from '../../../../lambdas/images/jobs/job-queue.ts'
import type { JobRow } from '../../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../../lambdas/images/jobs/job-table.ts'
import { NO_LIFECYCLES } from '../../../../lambdas/images/models/lifecycle.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { BUCKETS, creditsOf, type Parts } from '../../../../layers/ledger/src/account.ts'
import { type CrashPoint, crashPoint, MOMENTS, withCrash } from '../../../support/crash-point.ts'
import { requireGranted } from '../../../support/granted.ts'
import { withOwnAccounts } from '../../../support/own-accounts.ts'
import { jobRow, manualClock } from '../../../support/sample-job.ts'
import { memorySpendGuard } from '../../../support/spending.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'

const log = createLog({ write: () => {} })
const WELCOME = 50
const NO_CRASH = crashPoint(-1, 'before')

let world: TableWorld
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const service = () => {
  const tenantId = newUuid()
  const clock = manualClock()
  const table = { db: world.db, table: TABLE, now: clock.now }
  const jobs = jobTable(table)
  const accounts = accountTable(withOwnAccounts(table))
  const queuedIds: string[] = []
  const queue: JobQueue = { send: async ({ job_id }) => void queuedIds.push(job_id) }
  const deps = (crash: CrashPoint) => ({
    jobs: withCrash(jobs, crash),
    admissions: withCrash(admissionTable(table), crash),
    payments: paymentTable(withOwnAccounts(table)),
    queue: withCrash(queue, crash),
    milestone: { read: async () => ({ backers: 0, unlockedAt: undefined }) },
    spend: memorySpendGuard(),
    lifecycles: async () => NO_LIFECYCLES,
    providerFor: async () => 'offline',
    newId: newUuid,
    drawSeed: () => SEED_MAX,
    now: clock.now,
  })
  const key: Caller = { kind: 'key', tenantId, scopes: ['generate'], rateKey: tenantId }
  const source = async (changes: Partial<JobRow> = {}): Promise<JobRow> => {
    const row = jobRow({ tenant_id: tenantId, state: 'completed', ...changes })
    await admissionTable(table).admit(row, undefined)
    return row
  }
  return {
    tenantId,
    clock,
    jobs,
    queuedIds,
    source,
    vary: (
      variationInput: Partial<VariationRequest> & { readonly job_id?: string },
      idempotencyKey?: string,
      crash = NO_CRASH,
      caller: Caller = key,
    ) =>
      requireGranted(
        createVariations(deps(crash))(
          { job_id: '', count: 1, variation_strength: VARIATION_STRENGTH, ...variationInput },
          idempotencyKey,
          {
            caller,
            log,
          },
        ),
      ),
    /** Jobs other than the sources. */
    queuedJobs: async () => (await jobs.list(tenantId, 100, undefined)).rows.filter(({ state }) => state === 'queued'),
    money: async () => {
      const { welcome, held, consumed } = await accounts.read(tenantId)
      return { left: welcome, held, consumed }
    },
    spend: async (credits: number) => {
      const row = jobRow({ tenant_id: tenantId })
      const payments = paymentTable(withOwnAccounts(table))
      await admissionTable(table).admit(row, undefined, payments.credits(await payments.account(tenantId), credits))
    },
  }
}

const refusal = (code: string, extras: object = {}) => ({ code, extras })

describe('variations of a completed job', () => {
  it('use its picture, prompt, format and ratio as drafts, each with the next seed', async () => {
    const tenant = service()
    const enhanced = { prompt: 'a lighthouse, photograph', version: '1', strategy: 'rules', applied: ['x'] } as const
    const settings = { ...jobRow().settings, enhanced: { ...enhanced, prompt_sha256: '' }, negative_prompt: 'people' }
    const source = await tenant.source({
      output_format: 'avif',
      aspect_ratio: '3:2',
      quality_tier: 'premium',
      settings,
    })
    const { rows, isReplay } = await tenant.vary({ job_id: source.job_id, count: 4, seed: 7 })
    expect([rows.length, isReplay]).toEqual([4, false])
    expect(rows.map((row) => row.settings.seed)).toEqual([7, 8, 9, 10])
    for (const row of rows) {
      expect(row).toMatchObject({
        state: 'queued',
        quality_tier: 'draft',
        original_prompt: source.original_prompt,
        output_format: 'avif',
        aspect_ratio: '3:2',
        settings: {
          model_id: 'sd-1.5-img2img',
          width: 624,
          height: 416,
          strength: 0.7,
          negative_prompt: 'people',
          source_key: masterKey(source.job_id),
          enhanced: { prompt: 'a lighthouse, photograph' },
        },
        charge: { parts: { welcome: 1 } },
      })
    }
    expect(await tenant.queuedJobs()).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
    expect(tenant.queuedIds.toSorted()).toEqual(rows.map(({ job_id }) => job_id).toSorted())
    expect(await tenant.money()).toEqual({ left: WELCOME - 4, held: 4, consumed: 0 })
  })

  it('without a seed have consecutive random seeds, within the range of seeds', async () => {
    const tenant = service()
    const { job_id } = await tenant.source()
    const { rows } = await tenant.vary({ job_id, count: 4 })
    const seeds = rows.map((row) => row.settings.seed ?? -1)
    expect(seeds.every((seed, i) => seed === (seeds[0] ?? 0) + i && seed >= 0 && seed <= SEED_MAX)).toBe(true)
  })

  it('settle one by one: one completes, one fails, one is deleted, and the account adds up', async () => {
    const tenant = service()
    const { job_id } = await tenant.source()
    const { rows } = await tenant.vary({ job_id, count: 3 })
    const [one, two, three] = rows as [JobRow, JobRow, JobRow]
    const painted = await tenant.jobs.move((await tenant.jobs.move(one, 'start'))!, 'paint')
    await tenant.jobs.move(painted!, 'finish')
    await tenant.jobs.move(two, 'fail', { error: 'no', error_code: 'internal' })
    await tenant.jobs.softDelete({ tenantId: tenant.tenantId, jobId: three.job_id })
    expect(await tenant.money()).toEqual({ left: WELCOME - 1, held: 0, consumed: 1 })
  })
})

describe('refused variations store and charge nothing', () => {
  it.each([
    ['no variation', { count: 0 }, 'count'],
    ['five variations', { count: 5 }, 'count'],
    ['one and a half variations', { count: 1.5 }, 'count'],
    ['a strength above 1', { variation_strength: 1.1 }, 'variation_strength'],
    ['a strength that is not a number', { variation_strength: Number.NaN }, 'variation_strength'],
    ['a negative seed', { seed: -1 }, 'seed'],
  ])('400: %s', (_title, fields, field) => {
    const { error } = VariationRequest.safeParse(fields)
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
  })

  it('400: a seed whose last variation is out of range', async () => {
    const tenant = service()
    const { job_id } = await tenant.source()
    await expect(tenant.vary({ job_id, count: 2, seed: SEED_MAX })).rejects.toMatchObject(
      refusal('invalid_input', { errors: [{ field: 'seed' }] }),
    )
    expect([await tenant.queuedJobs(), tenant.queuedIds]).toEqual([[], []])
    expect((await tenant.vary({ job_id, count: 2, seed: SEED_MAX - 1 })).rows).toHaveLength(2)
  })

  it('404: a foreign job like an absent one; 400: one that has not completed', async () => {
    const tenant = service()
    const foreign = await service().source()
    const outcomes = await Promise.all(
      [foreign.job_id, newUuid()].map((job_id) => tenant.vary({ job_id }).catch((error: unknown) => error)),
    )
    expect(outcomes[0]).toEqual(outcomes[1])
    expect(outcomes[0]).toMatchObject(refusal('not_found'))
    const jobInRemoval = await tenant.source({ removal_began_at: tenant.clock.now().toISOString() })
    await expect(tenant.vary({ job_id: jobInRemoval.job_id })).rejects.toMatchObject(refusal('not_found'))
    const open = await tenant.source({ state: 'processing' })
    await expect(tenant.vary({ job_id: open.job_id })).rejects.toMatchObject(
      refusal('invalid_input', { errors: [{ field: 'id' }] }),
    )
  })

  it('429: credits for only three of four variations create none', async () => {
    const tenant = service()
    const { job_id } = await tenant.source()
    await tenant.spend(WELCOME - 3)
    const before = await tenant.queuedJobs()
    await expect(tenant.vary({ job_id, count: 4 })).rejects.toMatchObject(
      refusal('insufficient_credits', { required: 4, balance: 3 }),
    )
    expect(await tenant.queuedJobs()).toEqual(before)
    expect((await tenant.vary({ job_id, count: 3 })).rows).toHaveLength(3)
    expect((await tenant.money()).left).toBe(0)
  })

  it('402: without an account', async () => {
    const tenant = service()
    const { job_id } = await tenant.source()
    const anonymous: Caller = { kind: 'anonymous', tenantId: tenant.tenantId, scopes: [], rateKey: 'x' }
    await expect(tenant.vary({ job_id }, undefined, NO_CRASH, anonymous)).rejects.toMatchObject(
      refusal('plan_required', { upgrade: '/pricing' }),
    )
  })
})

describe('variations with an idempotency key', () => {
  it('exist once: a repeated call returns the same jobs, another request is refused', async () => {
    const tenant = service()
    const { job_id } = await tenant.source()
    const [one, two] = await Promise.all([1, 2].map(() => tenant.vary({ job_id, count: 3, seed: 1 }, 'k')))
    const later = await tenant.vary({ job_id, count: 3, seed: 1 }, 'k')
    const ids = (each: typeof later | undefined) => each?.rows.map((row) => row.job_id)
    expect([ids(two), ids(later), later.isReplay]).toEqual([ids(one), ids(one), true])
    expect((await tenant.money()).left).toBe(WELCOME - 3)
    await expect(tenant.vary({ job_id, count: 2, seed: 1 }, 'k')).rejects.toMatchObject(refusal('idempotency_mismatch'))
  })

  it('interrupted at any call and repeated, are all created once and paid once', async () => {
    let deaths = 0
    for (const moment of MOMENTS) {
      for (let call = 0; ; call++) {
        const tenant = service()
        const { job_id } = await tenant.source()
        const crash = crashPoint(call, moment)
        await tenant.vary({ job_id, count: 3, seed: 5 }, 'k', crash).catch(() => undefined)
        // All or none, before any repetition.
        expect([0, 3], `${moment} ${call}`).toContain((await tenant.queuedJobs()).length)
        const { rows } = await tenant.vary({ job_id, count: 3, seed: 5 }, 'k')
        expect(rows.map((row) => row.settings.seed)).toEqual([5, 6, 7])
        expect(await tenant.queuedJobs()).toHaveLength(3)
        expect(await tenant.money()).toEqual({ left: WELCOME - 3, held: 3, consumed: 0 })
        if (!crash.hasCrashed) break
        deaths++
      }
    }
    expect(deaths).toBeGreaterThan(9)
  })
})

it('shares of a charge are equal, and take the same from each bucket as the whole charge', () => {
  const credits = fc.integer({ min: 0, max: 30 })
  const parts = fc.record({ welcome: credits, purchased: credits, grace: credits, subscription: credits })
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 4 }), (drawn, jobs) => {
      const rest = creditsOf(drawn) % jobs
      const evenParts: Parts = { ...drawn, subscription: drawn.subscription + ((jobs - rest) % jobs) }
      const shares = sharesOf({ account: 'a', epoch: 2, plan: 'pro', parts: evenParts }, jobs)
      const each = shares.map((share) => ('parts' in share ? share.parts : {}))
      expect(each.map(creditsOf)).toEqual(Array.from({ length: jobs }, () => creditsOf(evenParts) / jobs))
      for (const bucket of BUCKETS) {
        expect(each.reduce((sum, part) => sum + (part[bucket] ?? 0), 0)).toBe(evenParts[bucket])
      }
    }),
  )
})

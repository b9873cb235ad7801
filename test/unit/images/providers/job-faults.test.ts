import type { RefusalCode } from '@signet/imaging/image-provider'
import type { SecretSource } from '@signet/kernel'
import type { SpendCategory } from '@signet/kernel/ceilings'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { masterKey } from '../../../../lambdas/images/images/image-keys.ts'
import { admissionTable } from '../../../../lambdas/images/jobs/admission-table.ts'
import { keyOf } from '../../../../lambdas/images/jobs/job-keys.ts'
import type { JobRow } from '../../../../lambdas/images/jobs/job-row.ts'
import { jobTable } from '../../../../lambdas/images/jobs/job-table.ts'
import { jobView } from '../../../../lambdas/images/jobs/job-view.ts'
import { renderingTable } from '../../../../lambdas/images/jobs/rendering-table.ts'
import { findModel } from '../../../../lambdas/images/models/catalog.ts'
import { paintJob } from '../../../../lambdas/images/paint/paint-job.ts'
import { configuredProvider } from '../../../../lambdas/images/providers/configured-provider.ts'
import { liveProviders } from '../../../../lambdas/images/providers/live-providers.ts'
import { providerByName } from '../../../../lambdas/images/providers/provider-by-name.ts'
import { failureReason } from '../../../../lambdas/images/settle/failure-reason.ts'
import { settleJob } from '../../../../lambdas/images/settle/settle-job.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { type CrashPoint, crashPoint, withCrash } from '../../../support/crash-point.ts'
import { memoryBucket } from '../../../support/memory-bucket.ts'
import { jobRow, manualClock } from '../../../support/sample-job.ts'
import { memorySpendGuard } from '../../../support/spending.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { type Answer, type FakeVendor, fakeVendor } from './fake-vendor.ts'
import { missingSecret, secretOf } from './live-world.ts'
import { EDGE, HTML_PAGE, PROVIDER_A, PROVIDER_B, picture, WIRE_FORMATS, type WireFormat } from './wire-formats.ts'

const IMAGE = await picture(64, 64)
const NO_CRASH = crashPoint(Number.POSITIVE_INFINITY, 'before')
const ATTEMPTS = 3
let world: TableWorld
let vendor: FakeVendor
beforeAll(async () => {
  world = await openTable()
  vendor = await fakeVendor()
})
afterAll(async () => {
  await vendor.close()
  await world.close()
})

/** A job on its way through the real steps and the real table, painted live by the fake vendor. */
const liveJob = async (
  modelId: string,
  settings: Partial<JobRow['settings']> = {},
  {
    withoutSecrets = [],
    atCeiling = [],
  }: { withoutSecrets?: readonly string[]; atCeiling?: readonly SpendCategory[] } = {},
) => {
  const { now } = manualClock()
  const table = { db: world.db, table: TABLE, now }
  const jobs = jobTable(table)
  const bucket = memoryBucket()
  let puts = 0
  const counting: typeof bucket = {
    ...bucket,
    put: async (...args) => {
      puts++
      return bucket.put(...args)
    },
  }
  const log = createLog({ write: () => {} })
  const secret = (provider: string): SecretSource =>
    withoutSecrets.includes(provider) ? missingSecret : async () => secretOf(vendor)
  const live = liveProviders({
    secrets: {
      'edge-hosted': secret('edge-hosted'),
      'provider-a': secret('provider-a'),
      'provider-b': secret('provider-b'),
    },
    spend: memorySpendGuard(...atCeiling),
    fetch,
    random: () => 0,
    sleep: async () => {},
    now,
    metrics: { record: () => {} },
    log,
  })
  const row = jobRow({
    painter: findModel(modelId)?.provider ?? '',
    settings: { ...jobRow().settings, model_id: modelId, width: 64, height: 64, ...settings },
  })
  await admissionTable(table).admit(row, undefined)
  const settle = settleJob({
    jobs,
    bucket: counting,
    publishEnd: async () => {},
    now,
    log,
    metrics: { record: () => {} },
  })
  let errorCount = 0

  const paintOnce = (crash: CrashPoint) =>
    paintJob({
      jobs: withCrash(jobs, crash),
      renderings: withCrash(renderingTable(table), crash),
      bucket: withCrash(counting, crash),
      providerByName: providerByName(live.providers),
      spend: memorySpendGuard(...atCeiling),
      providerFor: configuredProvider('live', live.isConfigured),
      now,
      log,
    })(keyOf(row), new AbortController().signal)

  /** Runs as the state machine does: final errors are not retried, others twice; then the job is settled. */
  const run = async (crash: CrashPoint = NO_CRASH): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const result = await paintOnce(crash)
        if (result.outcome === 'refused')
          await settle(keyOf(row), { error: result.error, error_code: result.error_code })
        return
      } catch (error) {
        errorCount++
        const { name, message } = error as Error
        if (name !== 'ImageRefused' && attempt < ATTEMPTS) continue
        await settle(keyOf(row), failureReason({ Error: name, Cause: JSON.stringify({ errorMessage: message }) }))
        return
      }
    }
  }
  return {
    run,
    row: () => jobs.get(keyOf(row)),
    hasMaster: () => bucket.keys().includes(masterKey(row.job_id)),
    keys: () => bucket.keysOf(row.job_id),
    get puts() {
      return puts
    },
    /** Attempts that threw: errors of the function, which its alarm counts. */
    get errorCount() {
      return errorCount
    },
  }
}

const FAULTS: readonly (readonly [string, (wire: WireFormat) => Answer, RefusalCode, calls: number, errors: number])[] =
  [
    ['moderation', ({ moderation }) => moderation, 'content_rejected', 1, 0],
    ['a retired model', ({ retired }) => retired, 'model_retired', 1, 0],
    ['a used up quota', ({ quota }) => quota, 'provider_quota', 1, 1],
    ['a refused key', ({ auth }) => auth, 'provider_auth', 1, 1],
    ['429 with Retry-After', ({ rateLimited }) => rateLimited, 'provider_rate_limited', 3, 1],
    ['5xx', ({ broken }) => broken, 'provider_unavailable', 3, 1],
    ['a truncated image', (wire) => wire.delivered(IMAGE.subarray(0, 2000)), 'provider_unavailable', 2, 1],
    ['HTML instead of JSON', () => HTML_PAGE, 'provider_unavailable', 2, 1],
    ['a body cut in the middle', (wire) => ({ ...wire.delivered(IMAGE), cutAfter: 300 }), 'provider_unavailable', 2, 1],
  ]

for (const wire of WIRE_FORMATS) {
  describe(`a job of ${wire.provider}`, () => {
    it.each(FAULTS)(
      'fails with its code after the expected calls when it meets %s, and stores nothing',
      async (...fault) => {
        const [, answer, code, calls, errors] = fault
        vendor.answersWith(answer(wire))
        const job = await liveJob(wire.modelId)
        await job.run()
        expect(await job.row()).toMatchObject({
          state: 'failed',
          error_code: code,
          error: expect.stringMatching(/^[A-Z]/),
        })
        expect(vendor.requests).toHaveLength(calls)
        expect(job.errorCount).toBe(errors)
        expect([job.puts, job.keys()]).toEqual([0, []])
      },
    )

    it('stores painter, size and cost, and hides the cost from its owner', async () => {
      vendor.answersWith(wire.broken, wire.delivered(IMAGE))
      const job = await liveJob(wire.modelId)
      await job.run()
      const row = (await job.row())!
      expect(row).toMatchObject({
        state: 'encoding',
        rendering: {
          model_id: wire.modelId,
          painter: wire.provider,
          width: 64,
          height: 64,
          cost_micros: expect.any(Number),
        },
      })
      expect(row.rendering?.cost_micros).toBeGreaterThan(0)
      expect([job.puts, job.hasMaster()]).toEqual([1, true])
      const view = jobView(row, 'https://images.example')
      expect(view).toMatchObject({ model_id: wire.modelId, width: 64, height: 64 })
      expect(JSON.stringify(view)).not.toMatch(/cost|micros/)
    })

    it('gets one painting and one stored image, wherever its step dies after a call', async () => {
      for (let at = 0; ; at++) {
        vendor.answersWith(wire.delivered(IMAGE))
        const crash = crashPoint(at, 'after')
        const job = await liveJob(wire.modelId)
        await job.run(crash)
        expect(await job.row(), String(at)).toMatchObject({ state: 'encoding', rendering: { width: 64, height: 64 } })
        expect([vendor.requests.length, job.puts], String(at)).toEqual([1, 1])
        if (!crash.hasCrashed) break
        expect(at).toBeLessThan(20)
      }
    })
  })
}

describe('a job whose model was removed', () => {
  it('uses and names the fallback if its caller named a tier', async () => {
    vendor.answersWith(EDGE.retired, EDGE.delivered(IMAGE))
    const job = await liveJob('flux-2-klein-4b', { by_tier: true })
    await job.run()
    const row = (await job.row())!
    expect(row).toMatchObject({ state: 'encoding', rendering: { model_id: 'flux-2-klein-9b', painter: 'edge-hosted' } })
    expect(jobView(row, 'https://images.example').model_id).toBe('flux-2-klein-9b')
    expect(vendor.requests.map(({ path }) => path.split('/').at(-1))).toEqual(['flux-2-klein-4b', 'flux-2-klein-9b'])
  })

  it('fails as model_retired if its caller named the model', async () => {
    vendor.answersWith(EDGE.retired, EDGE.delivered(IMAGE))
    const job = await liveJob('flux-2-klein-4b')
    await job.run()
    expect(await job.row()).toMatchObject({ state: 'failed', error_code: 'model_retired' })
    expect(vendor.requests).toHaveLength(1)
  })

  it('tries its chain of fallbacks to the end, with one call per model', async () => {
    vendor.answersWith(EDGE.retired)
    const job = await liveJob('sdxl-lightning', { by_tier: true })
    await job.run()
    expect(await job.row()).toMatchObject({ state: 'failed', error_code: 'model_retired' })
    expect(vendor.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
      'stable-diffusion-xl-lightning',
      'stable-diffusion-xl-base-1.0',
      'dreamshaper-8-lcm',
    ])
  })

  it('uses another provider only if that one is configured', async () => {
    vendor.answersWith(PROVIDER_B.retired, PROVIDER_A.delivered(IMAGE))
    const job = await liveJob(PROVIDER_B.modelId, { by_tier: true })
    await job.run()
    expect(await job.row()).toMatchObject({ rendering: { model_id: 'provider-a-image-2', painter: 'provider-a' } })
    vendor.answersWith(PROVIDER_B.retired, PROVIDER_A.delivered(IMAGE))
    const alone = await liveJob(PROVIDER_B.modelId, { by_tier: true }, { withoutSecrets: ['provider-a'] })
    await alone.run()
    expect(await alone.row()).toMatchObject({ state: 'failed', error_code: 'model_retired' })
    expect(vendor.requests).toHaveLength(1)
  })

  it('calls the fallback once and names it as the model, wherever its step dies after a call', async () => {
    for (let at = 0; ; at++) {
      vendor.answersWith(EDGE.retired, EDGE.delivered(IMAGE))
      const crash = crashPoint(at, 'after')
      const job = await liveJob('flux-2-klein-4b', { by_tier: true })
      await job.run(crash)
      const renderedBy = vendor.requests.slice(1).map(({ path }) => path.split('/').at(-1))
      expect(renderedBy, String(at)).toEqual(['flux-2-klein-9b'])
      expect(await job.row(), String(at)).toMatchObject({
        state: 'encoding',
        rendering: { model_id: 'flux-2-klein-9b' },
      })
      expect(job.puts, String(at)).toBe(1)
      if (!crash.hasCrashed) break
      expect(at).toBeLessThan(20)
    }
  })
})

describe('a job beyond the spending ceiling of its vendor', () => {
  it('fails with the reason, without an error of the function, if its caller named the model', async () => {
    vendor.answersWith(PROVIDER_B.delivered(IMAGE))
    const job = await liveJob(PROVIDER_B.modelId, {}, { atCeiling: ['provider-b'] })
    await job.run()
    expect(await job.row()).toMatchObject({
      state: 'failed',
      error_code: 'spend_ceiling',
      error: expect.stringMatching(/and nothing was charged; try again after midnight UTC$/),
    })
    expect([vendor.requests.length, job.errorCount, job.puts]).toEqual([0, 0, 0])
  })

  it('uses a vendor below its ceiling if its caller named a tier', async () => {
    vendor.answersWith(PROVIDER_A.delivered(IMAGE))
    const job = await liveJob(PROVIDER_B.modelId, { by_tier: true }, { atCeiling: ['provider-b'] })
    await job.run()
    expect(await job.row()).toMatchObject({ rendering: { model_id: 'provider-a-image-2', painter: 'provider-a' } })
    const neither = await liveJob(PROVIDER_B.modelId, { by_tier: true }, { atCeiling: ['provider-a', 'provider-b'] })
    await neither.run()
    expect(await neither.row()).toMatchObject({ state: 'failed', error_code: 'spend_ceiling' })
  })
})

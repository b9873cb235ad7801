import { createHash } from 'node:crypto'
import { reply } from '@signet/contracts'
import { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import type { VariationRequest } from '@signet/imaging/schemas/variation-request'
import { SEED_MAX, VARIATIONS_MAX } from '@signet/imaging/schemas/vocabulary'
import {
  type IdempotencyKey,
  invalidInput,
  noteIds,
  notFound,
  Refusal,
  type RequestContext,
  type Route,
  refusal,
  route,
  type SpendRefusal,
  unavailable,
  warningOf,
} from '@signet/kernel'
import { type JobReading, PLANS, payerOf, UPGRADE_PATH } from '@signet/ledger'
import { createVariations as contract } from '../contract/variations.ts'
import { priceOf } from '../credits/price.ts'
import { masterKey } from '../images/image-keys.ts'
import type { AdmissionRefusal } from '../jobs/admission-table.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { jobView } from '../jobs/job-view.ts'
import { type GateRefusal, gateRefusal } from '../models/gates.ts'
import { type ModelRetired, resolveModel } from '../models/resolve-model.ts'
import { composeJob } from './compose-job.ts'
import type { AdmitDeps } from './deps.ts'
import { payableModel } from './payable-model.ts'
import { quotaHeaders } from './quota-headers.ts'

const VARIATION_MODEL = 'sd-1.5-img2img'

const NO_PROVIDER_RETRY_SECONDS = 3600

interface VariationInput extends VariationRequest {
  readonly job_id: string
}

export interface Variations {
  readonly rows: readonly JobRow[]
  /**
   * true: an earlier request with the same key created the variations. Variations that were deleted since are omitted.
   */
  readonly isReplay: boolean
  /** Quota usage after the jobs were counted; absent for a replay. */
  readonly reading?: JobReading | undefined
}

export type VariationRefusal = Refusal<'not_found'> | ModelRetired | GateRefusal | AdmissionRefusal | SpendRefusal

const invalidField = (field: string, message: string): Refusal => invalidInput([{ field, message }])

/** Checks that the seed of the last variation is in range. */
const checkSeed = ({ count, seed }: VariationInput): void => {
  const seedMax = SEED_MAX - count + 1
  if (seed !== undefined && seed > seedMax)
    throw invalidField('seed', `must be at most ${seedMax}: variation i uses seed + i`)
}

const findCompletedSource = async (
  { jobs }: AdmitDeps,
  tenantId: string,
  jobId: string,
): Promise<JobRow | Refusal<'not_found'>> => {
  const row = await jobs.get({ tenantId, jobId })
  if (!row || row.removal_began_at !== undefined) return notFound('The job does not exist')
  if (row.state !== 'completed') throw invalidField('id', `refers to a job that is ${row.state}, not completed`)
  return row
}

const requestFor = (source: JobRow, { variation_strength }: VariationInput): GenerateRequest => {
  const { original_prompt, aspect_ratio, output_format, settings } = source
  const { negative_prompt, output_quality, output_preset } = settings
  return GenerateRequest.parse({
    prompt: original_prompt,
    quality_tier: 'draft',
    edge_model: VARIATION_MODEL,
    mode: 'img2img',
    aspect_ratio,
    output_format,
    output_quality,
    input_strength: variation_strength,
    ...(negative_prompt === undefined ? {} : { negative_prompt }),
    ...(output_preset === undefined ? {} : { output_preset }),
  })
}

const idempotencyOf = (key: string | undefined, request: VariationInput): IdempotencyKey | undefined => {
  if (key === undefined) return undefined
  const { job_id, count, variation_strength, seed } = request
  const fingerprintText = JSON.stringify(['variations', job_id, count, variation_strength, seed ?? null])
  return { key, fingerprint: createHash('sha256').update(fingerprintText).digest('hex') }
}

const readEarlierJobs = async (
  { jobs }: AdmitDeps,
  tenantId: string,
  jobIds: readonly string[],
): Promise<Variations> => {
  const rows = await Promise.all(jobIds.map((jobId) => jobs.get({ tenantId, jobId })))
  return { rows: rows.filter((row) => row !== undefined), isReplay: true }
}

const accountRequired = (): Refusal<'plan_required'> =>
  refusal('plan_required', 'Variations require an account. A free account is enough.', {
    extras: { upgrade: UPGRADE_PATH },
  })

/**
 * Creates 1 to 4 seeded variations of a completed job with v1.5 img2img, at the draft price each (spec image-service
 * 4.9). They are admitted and charged together or not at all, also if the request is interrupted. A repeated request
 * with the same key returns the same jobs. Each variation is then a separate job: its charge is captured when it
 * completes and released when it fails. Refuses with 402 without an account, 404 if the tenant does not have the job,
 * 409 and 422 for the key, 429 if the credits do not cover all variations.
 * @throws Refusal 400 for a field, 503
 */
export const createVariations =
  (deps: AdmitDeps) =>
  async (
    request: VariationInput,
    key: string | undefined,
    { caller, log }: Pick<RequestContext, 'caller' | 'log'>,
  ): Promise<Variations | VariationRefusal> => {
    checkSeed(request)
    const { tenantId } = caller
    const idempotency = idempotencyOf(key, request)
    const earlierJobIds = idempotency && (await deps.admissions.findAll(tenantId, idempotency))
    if (earlierJobIds instanceof Refusal) return earlierJobIds
    if (earlierJobIds) return readEarlierJobs(deps, tenantId, earlierJobIds)
    if (caller.kind === 'anonymous') return accountRequired()
    const source = await findCompletedSource(deps, tenantId, request.job_id)
    if (source instanceof Refusal) return source
    const imageRequest = requestFor(source, request)
    const resolved = resolveModel(imageRequest, deps.now(), await deps.lifecycles())
    if (resolved instanceof Refusal) return resolved
    const payer = await payerOf(deps.payments, caller, deps.now)
    const accessRefusal = await gateRefusal(resolved, payer, deps.milestone.read)
    if (accessRefusal) return accessRefusal
    const payable = await payableModel(deps, resolved, imageRequest, { isByTier: false })
    if (payable instanceof Refusal) return payable
    const painter = await deps.providerFor(resolved.model)
    if (painter === undefined)
      throw unavailable(`No provider is configured for ${resolved.model.id}`, NO_PROVIDER_RETRY_SECONDS)

    const price = priceOf(resolved) * request.count
    const { refusal } = payer.bill(price)
    if (refusal) return refusal
    // Small enough for the maximum number of variations: the last seed is at most SEED_MAX.
    const firstSeed = request.seed ?? deps.drawSeed() % (SEED_MAX - VARIATIONS_MAX + 2)
    const { hasPriority } = PLANS[payer.plan]
    const { enhanced } = source.settings
    const rows = Array.from({ length: request.count }, (_, i) => {
      const jobInput = { ...resolved, painter, caller, hasPriority, enhanced }
      const row = composeJob(deps, { ...jobInput, request: { ...imageRequest, seed: firstSeed + i } })
      return { ...row, settings: { ...row.settings, source_key: masterKey(source.job_id) } }
    })
    const admission = await deps.admissions.admitAll(rows, idempotency, payer.payment(price))
    if (admission instanceof Refusal) return admission
    if (admission.kind === 'replayed') return readEarlierJobs(deps, tenantId, admission.jobIds)
    noteIds({ job_ids: admission.rows.map((row) => row.job_id).join(' ') })
    await Promise.all(admission.rows.map((row) => sendToQueue(deps, row, log)))
    return { rows: admission.rows, isReplay: false, reading: admission.hold?.reading }
  }

/** If the message is lost, the sweeper sends it: the rows are already stored. */
const sendToQueue = async ({ queue }: AdmitDeps, row: JobRow, log: RequestContext['log']): Promise<void> => {
  await queue.send(row).catch((error: unknown) => {
    log.error('job not queued; left to the sweeper', { job_id: row.job_id, error })
  })
}

/** Retry-After of new variations, in seconds. */
const POLL_AFTER = '1'

export const variationRoute = (deps: AdmitDeps): Route => {
  const create = createVariations(deps)
  return route(contract, async ({ params, body, headers, caller, log, baseUrl }) => {
    const variations = await create({ job_id: params.id, ...body }, headers['idempotency-key'], { caller, log })
    if (variations instanceof Refusal) return variations
    const { rows, isReplay, reading } = variations
    const warning = warningOf(reading)
    const jobs = rows.map((row) => ({ ...jobView(row, baseUrl), ...(warning ? { warning } : {}) }))
    return reply(
      202,
      { jobs },
      {
        'retry-after': POLL_AFTER,
        ...quotaHeaders(reading, deps.now()),
        ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
      },
    )
  })
}

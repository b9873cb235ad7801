import { createHash } from 'node:crypto'
import type { FieldError } from '@signet/contracts'
import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { INPUT_BYTES_MAX, PROMPT_MAX } from '@signet/imaging/schemas/vocabulary'
import {
  type IdempotencyKey,
  invalidInput,
  type KeyMismatch,
  noteIds,
  payloadTooLarge,
  Refusal,
  type RequestContext,
  type SpendRefusal,
  unavailable,
} from '@signet/kernel'
import type { JobReading, Payment } from '@signet/ledger'
import { PLANS, payerOf } from '@signet/ledger'
import { webhookUrlErrors } from '@signet/notifications/webhooks'
import type { Quote } from '../contract/quote.ts'
import { priceOf } from '../credits/price.ts'
import { type Enhancement, enhancePrompt } from '../enhance/enhance-prompt.ts'
import type { Admission, AdmissionRefusal } from '../jobs/admission-table.ts'
import { jobKeyFor } from '../jobs/job-keys.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { newWebhook } from '../jobs/job-webhook.ts'
import { findModel } from '../models/catalog.ts'
import { fieldErrors, inputsTooLarge } from '../models/field-rules.ts'
import { communityRefusal, type GateRefusal, gateRefusal, planRefusal } from '../models/gates.ts'
import { type ModelRetired, namesOnlyTier, type ResolvedModel, resolveModel } from '../models/resolve-model.ts'
import { composeJob } from './compose-job.ts'
import type { AdmitDeps, GenerateDeps } from './deps.ts'
import { storeInputs, validateInputs } from './inputs.ts'
import { payableModel } from './payable-model.ts'
import { quoteOf } from './quote.ts'

export interface AcceptedJob {
  readonly row: JobRow
  readonly isReplay: boolean
  readonly waitsByDefault: boolean
  /** Quota usage after the job was counted; absent for a replay. */
  readonly reading?: JobReading | undefined
}

export type GenerationRefusal = ModelRetired | GateRefusal | AdmissionRefusal | SpendRefusal

type Context = Pick<RequestContext, 'caller' | 'log' | 'baseUrl'>

/** Returns the fingerprint of the requested image. A quote and the request itself have the same. */
const digestOf = (request: GenerateRequest): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...request, idempotency_key: undefined, sync: undefined, dry_run: false }))
    .digest('hex')

const idempotencyOf = (request: GenerateRequest, headerKey: string | undefined): IdempotencyKey | undefined => {
  const bodyKey = request.idempotency_key
  if (bodyKey !== undefined && headerKey !== undefined && bodyKey !== headerKey) {
    throw invalidInput([
      { field: 'idempotency_key', message: 'differs from the Idempotency-Key header: send only one of them' },
    ])
  }
  const key = bodyKey ?? headerKey
  return key === undefined ? undefined : { key, fingerprint: digestOf(request) }
}

const NO_PROVIDER_RETRY_SECONDS = 3600

const TIERS_WAITED_FOR = ['draft', 'standard']

/** Waiting is the default only for the tiers draft and standard of edge-hosted models (spec image-service 4.2). */
const waitsByDefault = ({ quality_tier }: GenerateRequest, { settings }: JobRow): boolean =>
  findModel(settings.model_id)?.provider === 'edge-hosted' && TIERS_WAITED_FOR.includes(quality_tier)

const WEBHOOK_NEEDS_KEY = 'requires an API key or a session; without one, poll the job instead'

const webhookErrors = (
  { allowsLoopback }: Pick<GenerateDeps, 'allowsLoopback'>,
  { webhook_url }: GenerateRequest,
  { kind }: Context['caller'],
): readonly FieldError[] => {
  if (webhook_url === undefined) return []
  if (kind === 'anonymous') return [{ field: 'webhook_url', message: WEBHOOK_NEEDS_KEY }]
  return webhookUrlErrors(webhook_url, { allowsLoopback })
}

const enhancementOf = async (
  { now, promptWriter: writer }: Pick<GenerateDeps, 'now' | 'promptWriter'>,
  { enhance_prompt, prompt, input_image, input_job_id, input_asset_url }: GenerateRequest,
): Promise<Enhancement | undefined> => {
  const isEdit = (input_image ?? input_job_id ?? input_asset_url) !== undefined
  return enhance_prompt ? enhancePrompt({ writer, now }, { prompt, isEdit, maxLength: PROMPT_MAX }) : undefined
}

const validateRequest = async (
  deps: Pick<GenerateDeps, 'now' | 'lifecycles' | 'allowsLoopback'>,
  request: GenerateRequest,
  caller: Context['caller'],
): Promise<ResolvedModel | ModelRetired> => {
  const resolved = resolveModel(request, deps.now(), await deps.lifecycles())
  if (resolved instanceof Refusal) return resolved
  const errors = [...fieldErrors(request, resolved.model), ...webhookErrors(deps, request, caller)]
  if (errors.length > 0) throw invalidInput(errors)
  if (inputsTooLarge(request)) throw payloadTooLarge(INPUT_BYTES_MAX, 'The source image with its mask')
  return resolved
}

/**
 * Returns the price of a request, the result of each access check, and whether a provider is available. Writes nothing.
 * @throws Refusal for a field, as the request itself would
 */
export const quoteGeneration =
  (deps: Omit<GenerateDeps, 'bucket' | 'queue' | 'promptWriter'>) =>
  async (
    request: GenerateRequest,
    keyHeader: string | undefined,
    { caller }: Pick<Context, 'caller'>,
  ): Promise<Quote | ModelRetired | KeyMismatch> => {
    const earlier = await findEarlierJob(deps, request, idempotencyOf(request, keyHeader), caller)
    if (earlier instanceof Refusal) return earlier
    const resolved = await validateRequest(deps, request, caller)
    if (resolved instanceof Refusal) return resolved
    const payer = await payerOf(deps.payments, caller, deps.now)
    const painter = await deps.providerFor(resolved.model)
    const row = composeJob(deps, {
      request,
      ...resolved,
      painter: painter ?? 'none',
      caller,
      hasPriority: false,
      enhanced: undefined,
    })
    await validateInputs(deps, request, caller)
    const payable = await payableModel(deps, resolved, request, { isByTier: namesOnlyTier(request) })
    return quoteOf({
      row,
      bill: payer.bill(priceOf(resolved)),
      planRefusal: planRefusal(resolved, payer),
      communityRefusal: await communityRefusal(resolved, deps.milestone.read),
      hasProvider: painter !== undefined && !(payable instanceof Refusal),
    })
  }

/**
 * Refuses with 503 once callers without an account have used up their shared number of images for the day. Runs before
 * the costly steps: prompt enhancement and object writes. Admission makes the reservation.
 */
const anonymousCeilingRefusal = async ({ spend }: Pick<GenerateDeps, 'spend'>, { kind }: Context['caller']) =>
  kind === 'anonymous' ? spend.check('anonymous-images') : undefined

/**
 * Accepts a generation. All checks come before the first write. Once the row is stored, the job is accepted: if the
 * message is lost, the sweeper sends it.
 */
export const acceptGeneration =
  (deps: GenerateDeps) =>
  async (
    request: GenerateRequest,
    keyHeader: string | undefined,
    { caller, log, baseUrl }: Context,
  ): Promise<AcceptedJob | GenerationRefusal> => {
    const idempotency = idempotencyOf(request, keyHeader)
    // Checked before all gates: an accepted request stays accepted even if a gate has closed since.
    const earlier = await findEarlierJob(deps, request, idempotency, caller)
    if (earlier) return earlier

    const requestedModel = await validateRequest(deps, request, caller)
    if (requestedModel instanceof Refusal) return requestedModel
    const payer = await payerOf(deps.payments, caller, deps.now)
    const accessRefusal = await gateRefusal(requestedModel, payer, deps.milestone.read)
    if (accessRefusal) return accessRefusal
    const resolved = await payableModel(deps, requestedModel, request, { isByTier: namesOnlyTier(request) })
    if (resolved instanceof Refusal) return resolved
    const { model } = resolved
    const painter = await deps.providerFor(model)
    if (painter === undefined) throw unavailable(`No provider is configured for ${model.id}`, NO_PROVIDER_RETRY_SECONDS)

    const price = priceOf(resolved)
    const { refusal } = payer.bill(price)
    if (refusal) return refusal
    const ceilingRefusal = await anonymousCeilingRefusal(deps, caller)
    if (ceilingRefusal) return ceilingRefusal
    const enhanced = await enhancementOf(deps, request)
    const { hasPriority } = PLANS[payer.plan]
    const { webhook_url } = request
    const webhook = webhook_url === undefined ? undefined : newWebhook(webhook_url, baseUrl)
    const row = composeJob(deps, { request, ...resolved, painter, caller, hasPriority, webhook, enhanced })
    const rowWithInputs = { ...row, settings: await storeInputs(deps, request, caller, row) }
    const admission = await admitJob(deps, rowWithInputs, idempotency, caller, payer.payment(price))
    if (admission instanceof Refusal) return admission
    if (admission.kind === 'replayed') return replay(deps, request, caller, admission.jobId)
    noteIds({ job_id: row.job_id })
    log.info('job accepted', { tier: row.quality_tier, model: row.settings.model_id })
    await deps.queue.send(admission.row).catch((error: unknown) => {
      // The job is stored and the sweeper will send it, so the caller must not get an error.
      log.error('job not queued; left to the sweeper', { error })
    })
    if (admission.hold?.isCrossing) log.info('quota nearly used up', { ...admission.hold.reading })
    return {
      row: admission.row,
      isReplay: false,
      waitsByDefault: waitsByDefault(request, admission.row),
      reading: admission.hold?.reading,
    }
  }

/**
 * Admits the job. A job of a caller without an account first reserves one image of the daily limit that all such
 * callers share; the reservation is released if the job is not admitted.
 */
const admitJob = async (
  { admissions, spend }: GenerateDeps,
  row: JobRow,
  idempotency: IdempotencyKey | undefined,
  { kind }: Context['caller'],
  payment: Payment | undefined,
): Promise<Admission | AdmissionRefusal | SpendRefusal> => {
  if (kind !== 'anonymous') return admissions.admit(row, idempotency, payment)
  const reservation = await spend.reserve('anonymous-images', 1)
  if (reservation instanceof Refusal) return reservation
  const admission = await admissions.admit(row, idempotency, payment)
  if (admission instanceof Refusal || admission.kind === 'replayed') await reservation.settle(0)
  return admission
}

const replay = async (
  deps: Pick<AdmitDeps, 'jobs'>,
  request: GenerateRequest,
  caller: Context['caller'],
  jobId: string,
): Promise<AcceptedJob> => {
  noteIds({ job_id: jobId })
  const row = await deps.jobs.get(jobKeyFor(caller, jobId))
  if (!row) {
    const message = 'belongs to a job that was deleted; use a new key for a new image'
    throw invalidInput([{ field: 'idempotency_key', message }])
  }
  return { row, isReplay: true, waitsByDefault: waitsByDefault(request, row) }
}

const findEarlierJob = async (
  deps: Pick<AdmitDeps, 'jobs' | 'admissions'>,
  request: GenerateRequest,
  idempotency: IdempotencyKey | undefined,
  caller: Context['caller'],
): Promise<AcceptedJob | KeyMismatch | undefined> => {
  const jobId = idempotency && (await deps.admissions.find(caller.tenantId, idempotency))
  if (jobId instanceof Refusal) return jobId
  return jobId === undefined ? undefined : replay(deps, request, caller, jobId)
}

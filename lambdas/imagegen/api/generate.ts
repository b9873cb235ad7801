import { createHash } from 'node:crypto'
import { invalidInput, payloadTooLarge, type RequestContext, unavailable } from '@signet/kernel'
import type { GenerateRequest } from '../contract/generate-request.ts'
import { INPUT_BYTES_MAX } from '../contract/vocabulary.ts'
import type { Idempotency } from '../jobs/admission-table.ts'
import type { JobRow } from '../jobs/job-row.ts'
import { fieldErrors, inputsTooLarge } from '../models/field-rules.ts'
import { passGates } from '../models/gates.ts'
import { resolveModel } from '../models/resolve-model.ts'
import { composeJob } from './compose-job.ts'
import type { ApiDeps } from './deps.ts'
import { removeInputs, storeInputs } from './inputs.ts'

/** The accepted job, whether an earlier request made it, and whether the caller wants to wait for it. */
export interface Accepted {
  readonly row: JobRow
  readonly isReplay: boolean
  readonly wantsSync: boolean
}

type Context = Pick<RequestContext, 'caller' | 'log'>

const digestOf = (request: GenerateRequest): string =>
  createHash('sha256')
    .update(JSON.stringify({ ...request, idempotency_key: undefined, sync: undefined }))
    .digest('hex')

const idempotencyOf = (request: GenerateRequest, header: string | undefined): Idempotency | undefined => {
  const inBody = request.idempotency_key
  if (inBody !== undefined && header !== undefined && inBody !== header) {
    throw invalidInput([
      { field: 'idempotency_key', message: 'differs from the Idempotency-Key header: send one of them' },
    ])
  }
  const key = inBody ?? header
  return key === undefined ? undefined : { key, fingerprint: digestOf(request) }
}

const WAITED_FOR = ['draft', 'standard']

/** Waiting is the default for draft and standard only (spec 4.2). */
const wantsSync = ({ sync, quality_tier }: GenerateRequest, isEdgeModel: boolean): boolean =>
  sync ?? (isEdgeModel && WAITED_FOR.includes(quality_tier))

/**
 * Accepts a generation: everything is checked before anything is stored. The row is the promise; the message after it
 * may be lost, and then the sweeper sends it.
 */
export const acceptGeneration =
  (deps: ApiDeps) =>
  async (request: GenerateRequest, keyHeader: string | undefined, { caller, log }: Context): Promise<Accepted> => {
    const { model, billedTier } = resolveModel(request, deps.now(), await deps.lifecycles())
    const errors = fieldErrors(request, model)
    if (errors.length > 0) throw invalidInput(errors)
    if (inputsTooLarge(request)) throw payloadTooLarge(INPUT_BYTES_MAX, 'The source image with its mask')
    await passGates({ model, billedTier }, caller, deps.milestone.read)
    const painter = await deps.painterOf(model)
    if (painter === undefined) throw unavailable(`${model.id} has no provider configured here`, 3600)

    const sync = wantsSync(request, model.provider === 'edge-hosted')
    const { tenantId } = caller
    const idempotency = idempotencyOf(request, keyHeader)
    const earlier = idempotency && (await deps.admissions.find(tenantId, idempotency))
    if (earlier !== undefined) return replay(deps, tenantId, earlier, sync)

    const row = composeJob(deps, { request, model, billedTier, painter, tenantId })
    const complete = { ...row, order: await storeInputs(deps, request, row) }
    const admission = await deps.admissions.admit(complete, idempotency)
    if (admission.kind === 'replayed') {
      if (request.input_image || request.mask_image) await removeInputs(deps, row)
      return replay(deps, tenantId, admission.jobId, sync)
    }
    await deps.queue.send({ tenantId, jobId: row.job_id }).catch((error: unknown) => {
      // The job is stored and the sweeper will send it: the caller must not be told that it failed.
      log.error('a job was not queued; the sweeper will', { job_id: row.job_id, error })
    })
    return { row: complete, isReplay: false, wantsSync: sync }
  }

const replay = async (deps: ApiDeps, tenantId: string, jobId: string, sync: boolean): Promise<Accepted> => {
  const row = await deps.jobs.get({ tenantId, jobId })
  if (!row) {
    const message = 'belongs to a job that was deleted; use a new key for a new image'
    throw invalidInput([{ field: 'idempotency_key', message }])
  }
  return { row, isReplay: true, wantsSync: sync }
}

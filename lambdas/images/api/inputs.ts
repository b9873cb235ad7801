import type { Buffer } from 'node:buffer'
import type { FieldError } from '@signet/contracts'
import type { ImageType } from '@signet/imaging/images/image-type'
import { judgeImage } from '@signet/imaging/images/judge-image'
import type { GenerateRequest } from '@signet/imaging/schemas/generate-request'
import { type Caller, invalidInput } from '@signet/kernel'
import { imageKey, inputKey, jobOfAsset, masterKey } from '../images/image-keys.ts'
import { jobKeyFor } from '../jobs/job-keys.ts'
import type { JobRow, JobSettings } from '../jobs/job-row.ts'
import { bytesOfImageText } from '../models/image-text.ts'
import type { GenerateDeps } from './deps.ts'

const decodeImage = (field: string, text: string): { bytes: Buffer; type: ImageType } => {
  const bytes = bytesOfImageText(text)
  const judgement = judgeImage(bytes)
  if (!judgement.isAccepted) throw invalidField(field, judgement.reason)
  return { bytes, type: judgement.header.type }
}

const invalidField = (field: string, message: string) => invalidInput([{ field, message } satisfies FieldError])

const ASSET_PATH = /\/v2\/assets\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Parses the asset id of a URL. The URL is never fetched, so no other host is contacted. */
const assetIdOf = (url: string): string => {
  const path = URL.parse(url)?.pathname ?? url.split('?')[0] ?? ''
  const id = ASSET_PATH.exec(path)?.[1]
  if (!id) throw invalidField('input_asset_url', 'must be the asset URL of a job')
  return id
}

type RequestCaller = Pick<Caller, 'kind' | 'tenantId'>

const noSuchJobText = ({ kind }: RequestCaller): string =>
  kind === 'anonymous'
    ? 'does not refer to a job that was created without an account'
    : 'does not refer to one of your jobs; GET /v2/jobs lists them'

/** Returns a completed job that the caller may read. Another tenant's job counts as absent. */
const findCompletedJob = async (
  { jobs }: Pick<GenerateDeps, 'jobs'>,
  field: string,
  caller: RequestCaller,
  jobId: string,
): Promise<JobRow> => {
  const row = await jobs.get(jobKeyFor(caller, jobId))
  // The images of a job that is being deleted may already be removed.
  if (!row || row.removal_began_at !== undefined) throw invalidField(field, noSuchJobText(caller))
  if (row.state !== 'completed') throw invalidField(field, `refers to a job that is ${row.state}, not completed`)
  return row
}

/**
 * Returns the key of the image that the request chains from: a job's master or its transparent PNG. Undefined if the
 * request does not chain.
 */
const findChainedSource = async (
  deps: Pick<GenerateDeps, 'jobs'>,
  { input_job_id, input_asset_url }: GenerateRequest,
  caller: RequestCaller,
): Promise<string | undefined> => {
  if (input_job_id !== undefined) {
    await findCompletedJob(deps, 'input_job_id', caller, input_job_id)
    return masterKey(input_job_id)
  }
  if (input_asset_url === undefined) return undefined
  const assetId = assetIdOf(input_asset_url)
  const { jobId, isCutOut } = jobOfAsset(assetId)
  const { settings } = await findCompletedJob(deps, 'input_asset_url', caller, jobId)
  if (!isCutOut) return masterKey(jobId)
  if (!settings.cut_out) throw invalidField('input_asset_url', 'refers to the transparent image of a job without one')
  return imageKey(assetId)
}

/**
 * Validates source and mask, and finds the job that the request chains from. Stores nothing.
 * @throws Refusal 400 for the invalid input or the missing job
 */
export const validateInputs = async (
  deps: Pick<GenerateDeps, 'jobs'>,
  request: GenerateRequest,
  caller: RequestCaller,
) => {
  const { input_image, mask_image } = request
  return {
    source: input_image === undefined ? undefined : decodeImage('input_image', input_image),
    mask: mask_image === undefined ? undefined : decodeImage('mask_image', mask_image),
    chainedKey: await findChainedSource(deps, request, caller),
  }
}

/**
 * Validates source and mask and stores them with the job. Returns the job's settings with their keys. A chained source
 * is not copied: its key is the other job's master.
 * @throws Refusal as `validateInputs`
 */
export const storeInputs = async (
  deps: Pick<GenerateDeps, 'jobs' | 'bucket'>,
  request: GenerateRequest,
  caller: RequestCaller,
  { job_id, settings }: JobRow,
): Promise<JobSettings> => {
  const { source, mask, chainedKey: chained } = await validateInputs(deps, request, caller)
  const sourceKey = inputKey(job_id, 'source')
  const maskKey = inputKey(job_id, 'mask')
  if (source) await deps.bucket.put(sourceKey, source.bytes, { contentType: source.type })
  if (mask) await deps.bucket.put(maskKey, mask.bytes, { contentType: mask.type })
  const key = source ? sourceKey : chained
  return { ...settings, ...(key ? { source_key: key } : {}), ...(mask ? { mask_key: maskKey } : {}) }
}

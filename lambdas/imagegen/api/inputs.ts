import { Buffer } from 'node:buffer'
import { type FieldError, invalidInput } from '@signet/kernel'
import type { GenerateRequest } from '../contract/generate-request.ts'
import { inputKey, masterKey } from '../images/image-keys.ts'
import type { JobOrder, JobRow } from '../jobs/job-row.ts'
import type { ApiDeps } from './deps.ts'

const SIGNATURES: readonly (readonly [type: string, matches: (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
  ['image/avif', (bytes) => bytes.toString('latin1', 4, 12) === 'ftypavif'],
]

const decode = (field: string, base64: string): { bytes: Buffer; type: string } => {
  const bytes = Buffer.from(base64, 'base64')
  const type = SIGNATURES.find(([, matches]) => matches(bytes))?.[0]
  if (!type) throw refusal(field, 'is not a PNG, JPEG, WebP or AVIF image')
  return { bytes, type }
}

const refusal = (field: string, message: string) => invalidInput([{ field, message } satisfies FieldError])

const ASSET_PATH = /\/v2\/assets\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Our own asset that a URL names. It is looked up, never fetched, so no foreign address is ever reached. */
const assetIdOf = (url: string): string => {
  const path = URL.parse(url)?.pathname ?? url.split('?')[0] ?? ''
  const id = ASSET_PATH.exec(path)?.[1]
  if (!id) throw refusal('input_asset_url', 'is not the asset URL of a job')
  return id
}

/** The master of a completed job of the caller's; a foreign job is the same as none. */
const sourceOfJob = async ({ jobs }: ApiDeps, field: string, tenantId: string, jobId: string): Promise<string> => {
  const row = await jobs.get({ tenantId, jobId })
  if (!row) throw refusal(field, 'does not name a job of yours')
  if (row.state !== 'completed') throw refusal(field, `names a job that is ${row.state}, not completed`)
  return masterKey(jobId)
}

/** Stores source and mask beside the job; the order with the keys under which the worker finds them. */
export const storeInputs = async (
  deps: ApiDeps,
  request: GenerateRequest,
  row: JobRow,
  tenantId: string,
): Promise<JobOrder> => {
  const { input_image, mask_image, input_job_id, input_asset_url } = request
  const source = input_image === undefined ? undefined : decode('input_image', input_image)
  const mask = mask_image === undefined ? undefined : decode('mask_image', mask_image)
  const sourceKey = inputKey(row.job_id, 'source')
  const maskKey = inputKey(row.job_id, 'mask')
  if (source) await deps.bucket.put(sourceKey, source.bytes, { contentType: source.type })
  if (mask) await deps.bucket.put(maskKey, mask.bytes, { contentType: mask.type })
  const chained =
    input_job_id !== undefined
      ? await sourceOfJob(deps, 'input_job_id', tenantId, input_job_id)
      : input_asset_url !== undefined
        ? await sourceOfJob(deps, 'input_asset_url', tenantId, assetIdOf(input_asset_url))
        : undefined
  const key = source ? sourceKey : chained
  return { ...row.order, ...(key ? { source_key: key } : {}), ...(mask ? { mask_key: maskKey } : {}) }
}

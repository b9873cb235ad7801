import { createHash } from 'node:crypto'
import type { Log } from '@signet/kernel'
import {
  type ImageProvider,
  type ImageRequest,
  PaintingRefused,
  type ProviderImage,
} from '@signet/painter/image-provider'
import type { ImageBucket } from '../images/image-bucket.ts'
import { masterKey } from '../images/image-keys.ts'
import { measureImage } from '../images/measure-image.ts'
import { type JobRow, type Rendering, requesterOf } from '../jobs/job-row.ts'
import { paintedPrompt, renderedBy } from '../jobs/job-view.ts'
import type { RenderingTable } from '../jobs/rendering-table.ts'
import { findModel, type Model } from '../models/catalogue.ts'

export interface PaintMasterDeps {
  readonly bucket: ImageBucket
  readonly renderings: RenderingTable
  readonly providerByName: (name: string) => ImageProvider
  /** Name of the provider that serves a model; undefined if none is configured. */
  readonly providerFor: (model: Model) => Promise<string | undefined>
  readonly log: Log
}

const input = async (bucket: ImageBucket, key: string | undefined, what: string): Promise<Uint8Array | undefined> => {
  if (key === undefined) return undefined
  const bytes = await bucket.read(key)
  if (!bytes) throw new PaintingRefused('invalid_source', `The ${what} image is no longer there`)
  return bytes
}

const orderOf = async (bucket: ImageBucket, row: JobRow): Promise<ImageRequest> => {
  const { order } = row
  const { modelId } = renderedBy(row)
  return {
    prompt: paintedPrompt(row),
    negativePrompt: order.negative_prompt,
    modelId,
    vendorId: findModel(modelId)?.vendorId ?? null,
    width: order.width,
    height: order.height,
    aspectRatio: row.aspect_ratio,
    imageSize: order.image_size,
    seed: order.seed,
    source: await input(bucket, order.source_key, 'source'),
    mask: await input(bucket, order.mask_key, 'mask'),
    strength: order.strength,
    onBehalfOf: createHash('sha256')
      .update(`tenant ${requesterOf(row)}`)
      .digest('hex'),
  }
}

/**
 * The next model of the fallback chain with a configured provider. Undefined if the caller chose the model or the chain
 * has ended.
 */
const fallbackFor = async (
  { providerFor }: PaintMasterDeps,
  { order }: JobRow,
  asked: readonly string[],
): Promise<Rendering | undefined> => {
  if (!order.by_tier) return undefined
  let id = findModel(asked.at(-1) ?? '')?.fallback
  while (id && !asked.includes(id)) {
    const model = findModel(id)
    const painter = model && (await providerFor(model))
    if (painter !== undefined) return { model_id: id, painter }
    id = model?.fallback
  }
  return undefined
}

const ask = async (
  { bucket, providerByName }: PaintMasterDeps,
  row: JobRow,
  signal: AbortSignal,
): Promise<ProviderImage> => providerByName(renderedBy(row).painter).paint(await orderOf(bucket, row), signal)

/**
 * Asks the model for the picture, or its fallbacks if the vendor has ended it, and stores the result as the master.
 * Undefined if the job is not being painted any more. The fallback is recorded before it is asked, so that a run after
 * a crash neither asks the ended model again nor names it as the author.
 *
 * @throws PaintingRefused if no attempt can help
 */
const paintMaster = async (
  deps: PaintMasterDeps,
  row: JobRow,
  signal: AbortSignal,
  asked: readonly string[] = [],
): Promise<Rendering | undefined> => {
  const { painter, modelId } = renderedBy(row)
  try {
    const { bytes, contentType, width, height, costMicros } = await ask(deps, row, signal)
    await deps.bucket.put(masterKey(row.job_id), bytes, { contentType })
    return { model_id: modelId, painter, width, height, cost_micros: costMicros }
  } catch (error) {
    if (!(error instanceof PaintingRefused) || error.code !== 'model_retired') throw error
    const before = [...asked, modelId]
    const rendering = await fallbackFor(deps, row, before)
    deps.log.warn('a vendor has ended a model', { model: modelId, fallback: rendering?.model_id ?? null })
    if (!rendering) throw error
    if (!(await deps.renderings.recordFallback(row, rendering))) return undefined
    return paintMaster(deps, { ...row, rendering }, signal, before)
  }
}

/**
 * The master of the job: the one from an earlier run, which is neither painted nor paid for again, or a new one.
 * Undefined if the job is not being painted any more.
 */
export const masterOf = async (
  deps: PaintMasterDeps,
  row: JobRow,
  { isRerun, signal }: { isRerun: boolean; signal: AbortSignal },
): Promise<Rendering | undefined> => {
  const stored = isRerun ? await deps.bucket.read(masterKey(row.job_id)) : undefined
  if (!stored) return paintMaster(deps, row, signal)
  const { painter, modelId } = renderedBy(row)
  return { model_id: modelId, painter, ...(await measureImage(stored)) }
}

import { createHash } from 'node:crypto'
import {
  type ImageProvider,
  type ImageRequest,
  isOfflinePainter,
  PaintingRefused,
  type ProviderImage,
  type RefusalCode,
} from '@signet/imaging/image-provider'
import type { Log, SpendGuard } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { masterKey } from '../images/image-keys.ts'
import { measureImage } from '../images/measure-image.ts'
import { type JobRow, type Rendering, requesterOf } from '../jobs/job-row.ts'
import { paintedPrompt, renderedBy } from '../jobs/job-view.ts'
import type { RenderingTable } from '../jobs/rendering-table.ts'
import { findModel, type Model } from '../models/catalog.ts'
import { SENTENCES } from '../providers/live/vendor-fault.ts'

export interface PaintMasterDeps {
  readonly bucket: ImageBucket
  readonly renderings: RenderingTable
  readonly providerByName: (name: string) => ImageProvider
  readonly providerFor: (model: Model) => Promise<string | undefined>
  readonly log: Log
  /** Daily spending limits. Painters reserve their own calls; for offline painters the limit is only checked here. */
  readonly spend: Pick<SpendGuard, 'check'>
}

const input = async (bucket: ImageBucket, key: string | undefined, what: string): Promise<Uint8Array | undefined> => {
  if (key === undefined) return undefined
  const bytes = await bucket.read(key)
  if (!bytes) throw new PaintingRefused('invalid_source', `The ${what} image no longer exists`)
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
 * Returns the next model of the fallback chain with a configured provider. Undefined if the caller chose the model or
 * the chain has ended.
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

/** Applies the spending ceiling of the model to its stand-in. */
const checkStandIn = async ({ spend }: PaintMasterDeps, row: JobRow): Promise<void> => {
  const { painter, modelId } = renderedBy(row)
  const provider = isOfflinePainter(painter) ? findModel(modelId)?.provider : undefined
  if (provider && (await spend.check(provider))) throw new PaintingRefused('spend_ceiling', SENTENCES.spend_ceiling)
}

const ask = async (deps: PaintMasterDeps, row: JobRow, signal: AbortSignal): Promise<ProviderImage> => {
  await checkStandIn(deps, row)
  return deps.providerByName(renderedBy(row).painter).paint(await orderOf(deps.bucket, row), signal)
}

const OF_THE_MODEL: Partial<Record<RefusalCode, string>> = {
  model_retired: 'model ended by vendor',
  spend_ceiling: 'spending ceiling of a vendor reached',
}

/**
 * Calls the model for the picture, or its fallbacks if the vendor has ended it or its spending ceiling is reached, and
 * stores the result as the master. Returns undefined if the job is no longer being painted. Records a fallback before
 * calling it, so that a run after a crash neither calls the ended model again nor names it as the author.
 * @throws PaintingRefused if no attempt can help
 */
const paintMaster = async (
  deps: PaintMasterDeps,
  row: JobRow,
  signal: AbortSignal,
  triedModels: readonly string[] = [],
): Promise<Rendering | undefined> => {
  const { painter, modelId } = renderedBy(row)
  try {
    const { bytes, contentType, width, height, costMicros } = await ask(deps, row, signal)
    await deps.bucket.put(masterKey(row.job_id), bytes, { contentType })
    return { model_id: modelId, painter, width, height, cost_micros: costMicros }
  } catch (error) {
    const words = error instanceof PaintingRefused ? OF_THE_MODEL[error.code] : undefined
    if (words === undefined) throw error
    const before = [...triedModels, modelId]
    const rendering = await fallbackFor(deps, row, before)
    deps.log.warn(words, { model: modelId, fallback: rendering?.model_id ?? null })
    if (!rendering) throw error
    if (!(await deps.renderings.recordFallback(row, rendering))) return undefined
    return paintMaster(deps, { ...row, rendering }, signal, before)
  }
}

/**
 * Returns the master of the job: the one from an earlier run, which is neither painted nor paid for again, or a new
 * one. Undefined if the job is no longer being painted.
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

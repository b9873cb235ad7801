import { createHash } from 'node:crypto'
import {
  type ImageProvider,
  ImageRefused,
  type ImageRequest,
  isOfflinePainter,
  type ProviderImage,
  type RefusalCode,
} from '@signet/imaging/image-provider'
import type { Log, SpendGuard } from '@signet/kernel'
import type { ImageBucket } from '../images/image-bucket.ts'
import { masterKey } from '../images/image-keys.ts'
import { measureImage } from '../images/measure-image.ts'
import { type JobRow, type Rendering, requesterOf } from '../jobs/job-row.ts'
import { finalPromptOf, rendererOf } from '../jobs/job-view.ts'
import type { RenderingTable } from '../jobs/rendering-table.ts'
import { findModel, type Model } from '../models/catalog.ts'
import { USER_MESSAGES } from '../providers/live/vendor-fault.ts'

export interface PaintMasterDeps {
  readonly bucket: ImageBucket
  readonly renderings: RenderingTable
  readonly providerByName: (name: string) => ImageProvider
  readonly providerFor: (model: Model) => Promise<string | undefined>
  readonly log: Log
  /**
   * Daily spending limits. Live providers reserve their calls themselves; for the offline painter the limit is only
   * checked here.
   */
  readonly spend: Pick<SpendGuard, 'check'>
}

const readInput = async (
  bucket: ImageBucket,
  key: string | undefined,
  inputName: string,
): Promise<Uint8Array | undefined> => {
  if (key === undefined) return undefined
  const bytes = await bucket.read(key)
  if (!bytes) throw new ImageRefused('invalid_source', `The ${inputName} image no longer exists`)
  return bytes
}

const imageRequestFor = async (bucket: ImageBucket, row: JobRow): Promise<ImageRequest> => {
  const { settings } = row
  const { modelId } = rendererOf(row)
  return {
    prompt: finalPromptOf(row),
    negativePrompt: settings.negative_prompt,
    modelId,
    vendorId: findModel(modelId)?.vendorId ?? null,
    width: settings.width,
    height: settings.height,
    aspectRatio: row.aspect_ratio,
    imageSize: settings.image_size,
    seed: settings.seed,
    source: await readInput(bucket, settings.source_key, 'source'),
    mask: await readInput(bucket, settings.mask_key, 'mask'),
    strength: settings.strength,
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
  { settings }: JobRow,
  triedModels: readonly string[],
): Promise<Rendering | undefined> => {
  if (!settings.by_tier) return undefined
  let id = findModel(triedModels.at(-1) ?? '')?.fallback
  while (id && !triedModels.includes(id)) {
    const model = findModel(id)
    const painter = model && (await providerFor(model))
    if (painter !== undefined) return { model_id: id, painter }
    id = model?.fallback
  }
  return undefined
}

/** Applies the model's spending ceiling also when the offline painter replaces the provider. */
const checkOfflineSpend = async ({ spend }: PaintMasterDeps, row: JobRow): Promise<void> => {
  const { painter, modelId } = rendererOf(row)
  const provider = isOfflinePainter(painter) ? findModel(modelId)?.provider : undefined
  if (provider && (await spend.check(provider))) throw new ImageRefused('spend_ceiling', USER_MESSAGES.spend_ceiling)
}

const callProvider = async (deps: PaintMasterDeps, row: JobRow, signal: AbortSignal): Promise<ProviderImage> => {
  await checkOfflineSpend(deps, row)
  return deps.providerByName(rendererOf(row).painter).paint(await imageRequestFor(deps.bucket, row), signal)
}

const FALLBACK_REASONS: Partial<Record<RefusalCode, string>> = {
  model_retired: 'model ended by vendor',
  spend_ceiling: 'spending ceiling of a vendor reached',
}

/**
 * Generates the image with the model, or with a fallback if the vendor has retired it or its spending ceiling is
 * reached, and stores the result as the master. Returns undefined if the job is no longer in processing. Records a
 * fallback before calling it, so that a run after a crash neither calls the retired model again nor reports it as the
 * model of the image.
 * @throws ImageRefused if no attempt can help
 */
const paintMaster = async (
  deps: PaintMasterDeps,
  row: JobRow,
  signal: AbortSignal,
  triedModels: readonly string[] = [],
): Promise<Rendering | undefined> => {
  const { painter, modelId } = rendererOf(row)
  try {
    const { bytes, contentType, width, height, costMicros } = await callProvider(deps, row, signal)
    await deps.bucket.put(masterKey(row.job_id), bytes, { contentType })
    return { model_id: modelId, painter, width, height, cost_micros: costMicros }
  } catch (error) {
    const reason = error instanceof ImageRefused ? FALLBACK_REASONS[error.code] : undefined
    if (reason === undefined) throw error
    const tried = [...triedModels, modelId]
    const rendering = await fallbackFor(deps, row, tried)
    deps.log.warn(reason, { model: modelId, fallback: rendering?.model_id ?? null })
    if (!rendering) throw error
    if (!(await deps.renderings.recordFallback(row, rendering))) return undefined
    return paintMaster(deps, { ...row, rendering }, signal, tried)
  }
}

/**
 * Returns the rendering of the job's master. A master from an earlier run is not paid for again; without one, a new one
 * is generated and stored. Undefined if the job is no longer in processing.
 */
export const findOrPaintMaster = async (
  deps: PaintMasterDeps,
  row: JobRow,
  { isRerun, signal }: { isRerun: boolean; signal: AbortSignal },
): Promise<Rendering | undefined> => {
  const stored = isRerun ? await deps.bucket.read(masterKey(row.job_id)) : undefined
  if (!stored) return paintMaster(deps, row, signal)
  const { painter, modelId } = rendererOf(row)
  return { model_id: modelId, painter, ...(await measureImage(stored)) }
}

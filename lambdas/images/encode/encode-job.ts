import { UnreadableImage } from '@signet/imaging/images'
import type { Clock, Log, Metrics } from '@signet/kernel'
import { sha256Hex } from '@signet/receipts/digest'
import { encodeImage, reduceImage, xmpOf } from '../images/encode-image.ts'
import type { ImageBucket } from '../images/image-bucket.ts'
import {
  cutOutAssetId,
  imageKey,
  imageKeys,
  masterKey,
  presetKey,
  reducedKey,
  variantKeys,
} from '../images/image-keys.ts'
import { provenanceXmp } from '../images/provenance.ts'
import { DEFAULT_QUALITY } from '../images/quality-ladder.ts'
import { removeBackground } from '../images/remove-background.ts'
import { recordOutcome } from '../jobs/job-outcome.ts'
import type { JobRow } from '../jobs/job-row.ts'
import type { JobStep } from '../jobs/job-step.ts'
import type { JobTable } from '../jobs/job-table.ts'
import { endOfLife } from '../jobs/job-timing.ts'
import { rendererOf } from '../jobs/job-view.ts'
import type { PublishEnd } from '../jobs/publish-end.ts'

export interface EncodeDeps {
  readonly jobs: JobTable
  readonly bucket: ImageBucket
  readonly publishEnd: PublishEnd
  readonly now: Clock
  readonly log: Log
  readonly metrics: Metrics
}

/** The job cannot be encoded and a retry would not help. The state machine matches this error by name. */
export class EncodingRefused extends Error {
  override readonly name = 'EncodingRefused'
}

/** Turns an unreadable image into a final error, because a retry would read the same bytes. */
const refuseUnreadable = (cause: unknown): never => {
  if (!(cause instanceof UnreadableImage)) throw cause
  throw new EncodingRefused('encode_failed: The provider delivered an image that cannot be read', { cause })
}

const storeReduced = async (bucket: ImageBucket, assetId: string, picture: Uint8Array, xmp: string): Promise<void> => {
  const { bytes, contentType } = await reduceImage(picture, xmp)
  await bucket.put(reducedKey(assetId), bytes, { contentType })
}

/**
 * Encodes the master and stores all variants. Returns the method of background removal; undefined if it was not
 * requested.
 */
const storeVariants = async ({ bucket }: EncodeDeps, row: JobRow): Promise<string | undefined> => {
  const { settings, output_format: format, job_id: id } = row
  const { output_quality: quality, output_preset: preset } = settings
  const master = await bucket.read(masterKey(id))
  if (!master) throw new EncodingRefused('encode_failed: The master image no longer exists')
  const provenance = rendererOf(row)
  const xmp = provenanceXmp(provenance)
  const expiresAt = endOfLife(row)
  const stored = { contentType: `image/${format}`, expiresAt }
  const image = await encodeImage(master, { format, quality, xmp }).catch(refuseUnreadable)
  await storeReduced(bucket, id, master, xmp)
  // The digest is stored with the bytes, so that a receipt always matches the delivered image.
  await bucket.put(imageKey(id), image, { ...stored, quality, sha256: sha256Hex(image) })
  if (preset) {
    const resized = await encodeImage(master, { format, quality: DEFAULT_QUALITY, preset, xmp })
    await bucket.put(presetKey(id, preset), resized, stored)
  }
  if (!settings.cut_out) return undefined
  const { png, method } = await removeBackground(master, provenance)
  await storeReduced(bucket, cutOutAssetId(id), png, (await xmpOf(png)) ?? '')
  await bucket.put(imageKey(cutOutAssetId(id)), png, { contentType: 'image/png', expiresAt })
  return method
}

/**
 * encoding -> completed. Every object has a fixed key, so a second run writes the same bytes again. The state changes
 * last, so a completed job has all its variants.
 */
export const encodeJob =
  (deps: EncodeDeps) =>
  async ({ tenantId, jobId }: JobStep): Promise<{ outcome: 'completed' | 'gone' | 'ended' }> => {
    const { jobs, bucket, publishEnd, now, log, metrics } = deps
    const row = await jobs.get({ tenantId, jobId })
    if (!row) return { outcome: 'gone' }
    if (row.state === 'completed') {
      // An earlier run may have ended the job without publishing the event.
      await publishEnd(row)
      return { outcome: 'completed' }
    }
    if (row.state !== 'encoding') return { outcome: 'ended' }
    const method = await storeVariants(deps, row)
    const finished = await jobs.move(row, 'finish', {
      completed_at: now().toISOString(),
      ...(method ? { bg_removal_method: method } : {}),
    })
    if (finished) {
      log.info('job completed')
      recordOutcome(metrics, finished)
      await publishEnd(finished)
      return { outcome: 'completed' }
    }

    const current = await jobs.get({ tenantId, jobId })
    if (current?.state === 'completed') return { outcome: 'completed' }
    // The job was deleted or ended during encoding, so the deletion cannot have seen the objects stored here. The
    // master of a job that ended is left to the step that ended it.
    log.info('image discarded: job ended or deleted')
    await bucket.remove(...(current ? variantKeys(jobId) : imageKeys(jobId)))
    return { outcome: current ? 'ended' : 'gone' }
  }

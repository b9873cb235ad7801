import type { Buffer } from 'node:buffer'
import {
  type ImageProvider,
  type ImageRequest,
  PaintingRefused,
  type ProviderImage,
  type RefusalCode,
} from '@signet/imaging/image-provider'
import { openForeignImage } from '@signet/imaging/images'
import { imageTypeOf } from '@signet/imaging/images/image-type'
import { type Clock, type Log, type Metrics, Refusal, type SecretSource, type SpendGuard } from '@signet/kernel'
import type { Sharp } from 'sharp'
import { type Credentials, credentialsFrom } from './credentials.ts'
import { LONGEST_WAIT_MS, pauseBefore } from './retry-delay.ts'
import type { Vendor, VendorAnswer, VendorCall } from './vendor.ts'
import { brokenAnswer, SENTENCES, VendorFault } from './vendor-fault.ts'
import { vendorFetch } from './vendor-fetch.ts'

interface DeliveredPicture {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Vendors round sizes to multiples. A larger difference means another ratio than ordered. */
const RATIO_TOLERANCE = 0.03

/** Decodes the whole picture. A truncated file, or one with too many pixels, fails here and is not stored. */
const decoded = async (bytes: Uint8Array): Promise<{ image: Sharp; width: number; height: number }> => {
  const image = await openForeignImage(bytes)
  const { info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  return { image, width: info.width, height: info.height }
}

/**
 * Checks a delivered picture by its bytes alone. If the model draws only some ratios, cuts the picture to the ordered
 * ratio around its center. A picture in the right ratio stays unchanged, byte for byte.
 * @throws VendorFault if it is not a complete picture of an accepted type and size
 */
const deliveredPicture = async (bytes: Buffer, order: ImageRequest): Promise<DeliveredPicture> => {
  const whole = await decoded(bytes).catch((error: unknown) => {
    throw brokenAnswer('not_a_whole_picture', error)
  })
  const { image, width, height } = whole
  const orderedRatio = order.width / order.height
  const hasOrderedRatio = Math.abs(width / height / orderedRatio - 1) <= RATIO_TOLERANCE
  if (hasOrderedRatio) return { bytes, contentType: imageTypeOf(bytes) ?? 'image/png', width, height }
  const cut =
    width / height > orderedRatio
      ? { width: Math.round(height * orderedRatio), height }
      : { width, height: Math.round(width / orderedRatio) }
  const left = Math.floor((width - cut.width) / 2)
  const top = Math.floor((height - cut.height) / 2)
  const png = await image
    .extract({ left, top, ...cut })
    .png({ compressionLevel: 2 })
    .toBuffer()
  return { bytes: png, contentType: 'image/png', ...cut }
}

export interface LiveProviderDeps {
  readonly vendor: Vendor
  /** The JSON of the provider's secret: see credentials.ts. */
  readonly secret: SecretSource
  readonly fetch: typeof fetch
  /** In [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly now: Clock
  readonly metrics: Metrics
  readonly log: Log
  readonly spend: Pick<SpendGuard, 'reserve'>
}

type LiveOrder = ImageRequest & { readonly vendorId: string }

/** The first attempt and two retries. A response that may have been billed allows only one retry. */
const ATTEMPTS = 3
const BILLED_ATTEMPTS = 2

const refusal = (fault: VendorFault): PaintingRefused =>
  new PaintingRefused(fault.code, SENTENCES[fault.code], { cause: fault })

const notConfigured = () => new VendorFault('provider_auth', { again: 'never', vendorCode: 'secret_has_no_value' })

const asFault = (error: unknown): VendorFault => {
  if (error instanceof VendorFault) return error
  throw error
}

type CallSettings = {
  readonly credentials: Credentials
  readonly isRepeatAfterNoImage: boolean
  readonly signal: AbortSignal
}

/** Makes a billable call and settles its price. A fault is free unless it states a price. */
const paidPicture = async (
  { vendor, fetch, spend }: LiveProviderDeps,
  order: LiveOrder,
  call: VendorCall,
  { signal }: CallSettings,
) => {
  const reserved = await spend.reserve(vendor.name, vendor.maxCostMicros(order))
  if (reserved instanceof Refusal) throw new PaintingRefused('spend_ceiling', SENTENCES.spend_ceiling)
  try {
    const answer: VendorAnswer = await vendorFetch(call, { fetch, timeoutMs: vendor.attemptMs, signal })
    if (answer.status < 200 || answer.status > 299) throw vendor.faultIn(answer)
    const picture = vendor.pictureIn(answer, order)
    await reserved.settle(picture.costMicros)
    return picture
  } catch (error) {
    // If the vendor may have drawn, or the run crashes, the reserved amount stays counted.
    if (error instanceof VendorFault && error.again !== 'mayBeBilled') await reserved.settle(error.costMicros)
    throw error
  }
}

/**
 * Makes one call, from request to checked picture, within the daily spending limit of the vendor.
 * @throws PaintingRefused `spend_ceiling` before anything was sent
 */
const callOnce = async (deps: LiveProviderDeps, order: LiveOrder, settings: CallSettings): Promise<ProviderImage> => {
  const call = await deps.vendor.call(order, settings.credentials, settings.isRepeatAfterNoImage)
  const { bytes, costMicros } = await paidPicture(deps, order, call, settings)
  return { ...(await deliveredPicture(bytes, order)), costMicros }
}

/** The class of a result. Classes are few, because each is a separate metric per vendor. */
const RESULTS: Readonly<Record<RefusalCode, string>> = {
  content_rejected: 'refused',
  invalid_source: 'refused',
  model_retired: 'refused',
  // The vendor was not called.
  spend_ceiling: 'limited',
  provider_quota: 'limited',
  provider_rate_limited: 'limited',
  provider_auth: 'failed',
  provider_rejected: 'failed',
  provider_timeout: 'failed',
  provider_unavailable: 'failed',
}

const measuredCall = async (
  deps: LiveProviderDeps,
  order: LiveOrder,
  settings: CallSettings,
): Promise<ProviderImage> => {
  const { vendor, metrics, now, log } = deps
  const dimensions = { provider: vendor.name, model: order.modelId }
  const startedAt = now().getTime()
  const record = (result: string): number => {
    const ms = now().getTime() - startedAt
    metrics.record('VendorResult', 1, 'Count', { vendor: vendor.name, result })
    return ms
  }
  try {
    const painting = await callOnce(deps, order, settings)
    log.info('provider call succeeded', { ...dimensions, ms: record('painted') })
    metrics.record('PainterCostMicros', painting.costMicros, 'Count', dimensions)
    return painting
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error
    const { code, vendorCode: vendor_code } = error
    log.warn('provider call failed', { ...dimensions, code, vendor_code, ms: record(RESULTS[code]) })
    throw error
  }
}

/** Returns credentials that differ from the refused ones; undefined if the secret is unchanged. */
const renewed = async (secret: SecretSource, refused: Credentials): Promise<Credentials | undefined> => {
  const fresh = await credentialsFrom(secret, { fresh: true })
  return fresh && JSON.stringify(fresh) !== JSON.stringify(refused) ? fresh : undefined
}

const paintWithRetries = async (
  deps: LiveProviderDeps,
  order: LiveOrder,
  signal: AbortSignal,
): Promise<ProviderImage> => {
  const { secret, random, sleep } = deps
  let credentials = await credentialsFrom(secret)
  if (!credentials) throw notConfigured()
  let wasRenewed = false
  let billed = 0
  for (let failed = 0; ; ) {
    const fault = await measuredCall(deps, order, { credentials, isRepeatAfterNoImage: billed > 0, signal }).catch(
      asFault,
    )
    if (!(fault instanceof VendorFault)) return fault
    signal.throwIfAborted()
    if (fault.code === 'provider_auth' && !wasRenewed) {
      wasRenewed = true
      const fresh: Credentials | undefined = await renewed(secret, credentials)
      if (!fresh) throw fault
      credentials = fresh
      continue
    }
    failed += 1
    if (fault.again === 'mayBeBilled') billed += 1
    const pause = pauseBefore(failed, fault.retryAfterMs, random)
    const isOver = fault.again === 'never' || failed >= ATTEMPTS || billed >= BILLED_ATTEMPTS
    if (isOver || pause > LONGEST_WAIT_MS) throw fault
    await sleep(pause, signal)
  }
}

/**
 * An image provider over its live API. Retries transient faults by the vendor's own rules and within the step's time.
 * Every error that it throws is final: a second run of the step would call, and pay, again.
 * Throws PaintingRefused. Its code says whether the caller, the vendor or the service is at fault.
 */
export const liveProvider = (deps: LiveProviderDeps): ImageProvider => ({
  async paint(order, signal) {
    const { vendorId } = order
    if (vendorId === null) throw new PaintingRefused('model_retired', SENTENCES.model_retired)
    try {
      return await paintWithRetries(deps, { ...order, vendorId }, signal)
    } catch (error) {
      if (error instanceof VendorFault) throw refusal(error)
      if (signal.aborted) throw new PaintingRefused('provider_timeout', SENTENCES.provider_timeout, { cause: error })
      throw error
    }
  },
})

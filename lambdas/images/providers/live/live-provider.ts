import type { Buffer } from 'node:buffer'
import {
  type ImageProvider,
  ImageRefused,
  type ImageRequest,
  type ProviderImage,
  type RefusalCode,
} from '@signet/imaging/image-provider'
import { openForeignImage } from '@signet/imaging/images'
import { imageTypeOf } from '@signet/imaging/images/image-type'
import { type Clock, type Log, type Metrics, Refusal, type SecretSource, type SpendGuard } from '@signet/kernel'
import type { Sharp } from 'sharp'
import { type Credentials, credentialsFrom } from './credentials.ts'
import { LONGEST_WAIT_MS, pauseBefore } from './retry-delay.ts'
import type { Vendor, VendorCall, VendorResponse } from './vendor.ts'
import { USER_MESSAGES, unusableResponse, VendorFault } from './vendor-fault.ts'
import { vendorFetch } from './vendor-fetch.ts'

interface CheckedImage {
  readonly bytes: Uint8Array
  readonly contentType: string
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Vendors round sizes to multiples. A larger difference means that the image does not have the requested ratio. */
const RATIO_TOLERANCE = 0.03

/** Decodes the whole picture. A truncated file, or one with too many pixels, fails here and is not stored. */
const decodeFully = async (bytes: Uint8Array): Promise<{ image: Sharp; width: number; height: number }> => {
  const image = await openForeignImage(bytes)
  const { info } = await image.clone().raw().toBuffer({ resolveWithObject: true })
  return { image, width: info.width, height: info.height }
}

/**
 * Checks a delivered picture by its bytes alone. If the model supports only some ratios, crops the picture to the
 * requested ratio around its center. A picture in the right ratio stays unchanged, byte for byte.
 * @throws VendorFault if it is not a complete picture of an accepted type and size
 */
const checkedImage = async (bytes: Buffer, request: ImageRequest): Promise<CheckedImage> => {
  const decodedImage = await decodeFully(bytes).catch((error: unknown) => {
    throw unusableResponse('not_a_complete_image', error)
  })
  const { image, width, height } = decodedImage
  const requestedRatio = request.width / request.height
  const hasRequestedRatio = Math.abs(width / height / requestedRatio - 1) <= RATIO_TOLERANCE
  if (hasRequestedRatio) return { bytes, contentType: imageTypeOf(bytes) ?? 'image/png', width, height }
  const crop =
    width / height > requestedRatio
      ? { width: Math.round(height * requestedRatio), height }
      : { width, height: Math.round(width / requestedRatio) }
  const left = Math.floor((width - crop.width) / 2)
  const top = Math.floor((height - crop.height) / 2)
  const png = await image
    .extract({ left, top, ...crop })
    .png({ compressionLevel: 2 })
    .toBuffer()
  return { bytes: png, contentType: 'image/png', ...crop }
}

export interface LiveProviderDeps {
  readonly vendor: Vendor
  /** Reads the provider's secret, whose format is in credentials.ts. */
  readonly secret: SecretSource
  readonly fetch: typeof fetch
  /** Random number in [0, 1). */
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly now: Clock
  readonly metrics: Metrics
  readonly log: Log
  readonly spend: Pick<SpendGuard, 'reserve'>
}

type LiveRequest = ImageRequest & { readonly vendorId: string }

/** The first attempt and two retries. A response that may have been billed allows only one retry. */
const ATTEMPTS = 3
const BILLED_ATTEMPTS = 2

const refusalFor = (fault: VendorFault): ImageRefused =>
  new ImageRefused(fault.code, USER_MESSAGES[fault.code], { cause: fault })

const notConfigured = () => new VendorFault('provider_auth', { retry: 'never', vendorCode: 'secret_has_no_value' })

const requireFault = (error: unknown): VendorFault => {
  if (error instanceof VendorFault) return error
  throw error
}

type CallSettings = {
  readonly credentials: Credentials
  readonly isRepeatAfterNoImage: boolean
  readonly signal: AbortSignal
}

/** Makes a billable call and settles its price. A fault is free unless it has a cost. */
const callAndSettle = async (
  { vendor, fetch, spend }: LiveProviderDeps,
  request: LiveRequest,
  call: VendorCall,
  { signal }: CallSettings,
) => {
  const reservation = await spend.reserve(vendor.name, vendor.maxCostMicros(request))
  if (reservation instanceof Refusal) throw new ImageRefused('spend_ceiling', USER_MESSAGES.spend_ceiling)
  try {
    const response: VendorResponse = await vendorFetch(call, { fetch, timeoutMs: vendor.attemptMs, signal })
    if (response.status < 200 || response.status > 299) throw vendor.faultIn(response)
    const picture = vendor.imageIn(response, request)
    await reservation.settle(picture.costMicros)
    return picture
  } catch (error) {
    // If the vendor may have billed the call, or the run crashes, the reserved amount stays counted.
    if (error instanceof VendorFault && error.retry !== 'mayBeBilled') await reservation.settle(error.costMicros)
    throw error
  }
}

/**
 * Makes one call, from request to checked picture, within the daily spending limit of the vendor.
 * @throws ImageRefused `spend_ceiling` before anything was sent
 */
const callOnce = async (
  deps: LiveProviderDeps,
  request: LiveRequest,
  settings: CallSettings,
): Promise<ProviderImage> => {
  const call = await deps.vendor.call(request, settings.credentials, settings.isRepeatAfterNoImage)
  const { bytes, costMicros } = await callAndSettle(deps, request, call, settings)
  return { ...(await checkedImage(bytes, request)), costMicros }
}

/** The metric class of each failure. The classes are few, because each is a separate metric per vendor. */
const RESULT_CLASSES: Readonly<Record<RefusalCode, string>> = {
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
  request: LiveRequest,
  settings: CallSettings,
): Promise<ProviderImage> => {
  const { vendor, metrics, now, log } = deps
  const dimensions = { provider: vendor.name, model: request.modelId }
  const startedAt = now().getTime()
  /** Counts the result. Returns the duration of the call in milliseconds. */
  const countResult = (result: string): number => {
    const ms = now().getTime() - startedAt
    metrics.record('VendorResult', 1, 'Count', { vendor: vendor.name, result })
    return ms
  }
  try {
    const image = await callOnce(deps, request, settings)
    log.info('provider call succeeded', { ...dimensions, ms: countResult('painted') })
    metrics.record('PainterCostMicros', image.costMicros, 'Count', dimensions)
    return image
  } catch (error) {
    if (!(error instanceof VendorFault)) throw error
    const { code, vendorCode: vendor_code } = error
    log.warn('provider call failed', { ...dimensions, code, vendor_code, ms: countResult(RESULT_CLASSES[code]) })
    throw error
  }
}

/** Returns credentials that differ from the refused ones; undefined if the secret is unchanged. */
const renewCredentials = async (secret: SecretSource, refused: Credentials): Promise<Credentials | undefined> => {
  const fresh = await credentialsFrom(secret, { fresh: true })
  return fresh && JSON.stringify(fresh) !== JSON.stringify(refused) ? fresh : undefined
}

const paintWithRetries = async (
  deps: LiveProviderDeps,
  request: LiveRequest,
  signal: AbortSignal,
): Promise<ProviderImage> => {
  const { secret, random, sleep } = deps
  let credentials = await credentialsFrom(secret)
  if (!credentials) throw notConfigured()
  let wasRenewed = false
  let maybeBilled = 0
  for (let failed = 0; ; ) {
    const outcome = await measuredCall(deps, request, {
      credentials,
      isRepeatAfterNoImage: maybeBilled > 0,
      signal,
    }).catch(requireFault)
    if (!(outcome instanceof VendorFault)) return outcome
    signal.throwIfAborted()
    if (outcome.code === 'provider_auth' && !wasRenewed) {
      wasRenewed = true
      const fresh: Credentials | undefined = await renewCredentials(secret, credentials)
      if (!fresh) throw outcome
      credentials = fresh
      continue
    }
    failed += 1
    if (outcome.retry === 'mayBeBilled') maybeBilled += 1
    const pause = pauseBefore(failed, outcome.retryAfterMs, random)
    const isFinal = outcome.retry === 'never' || failed >= ATTEMPTS || maybeBilled >= BILLED_ATTEMPTS
    if (isFinal || pause > LONGEST_WAIT_MS) throw outcome
    await sleep(pause, signal)
  }
}

/**
 * An image provider over its live API. Retries transient faults by the vendor's rules and within the time limit of the
 * step. Every error that it throws is final: a second run of the step would call, and pay, again. Throws ImageRefused,
 * whose code distinguishes failures caused by the caller, the vendor and the service.
 */
export const liveProvider = (deps: LiveProviderDeps): ImageProvider => ({
  async paint(request, signal) {
    const { vendorId } = request
    if (vendorId === null) throw new ImageRefused('model_retired', USER_MESSAGES.model_retired)
    try {
      return await paintWithRetries(deps, { ...request, vendorId }, signal)
    } catch (error) {
      if (error instanceof VendorFault) throw refusalFor(error)
      if (signal.aborted) throw new ImageRefused('provider_timeout', USER_MESSAGES.provider_timeout, { cause: error })
      throw error
    }
  },
})

import { createHash } from 'node:crypto'
import { reply } from '@signet/contracts'
import { scopesOf } from '@signet/identity'
import { type Idempotency, type NewId, partitionOf, Refusal, type Route, route, warningOf } from '@signet/kernel'
import type { MeterReservation, QualityTier, QuotaNotices } from '@signet/ledger'
import { imageCountRow } from '../contract/image-rows.ts'
import { type CreatedImage, generateImage } from '../contract/images.ts'
import type { ImageCountTable } from '../counts/image-count-table.ts'
import type { Context, GenerationRefusal, ImageInput, ImageService } from './image-service.ts'
import { createdImage } from './image-view.ts'
import { type QuotaRefusal, type ReserveQuotaDeps, reserveQuota } from './reserve-quota.ts'

export interface GenerateDeps extends ReserveQuotaDeps {
  readonly images: Pick<ImageService, 'generate'>
  readonly counts: Pick<ImageCountTable, 'count'>
  readonly notices: Pick<QuotaNotices, 'due'>
  readonly requests: Idempotency<CreatedImage>
  readonly newId: NewId
}

type CreationRefusal = GenerationRefusal | QuotaRefusal

/** Longer than the timeout of a request. */
const LEASE_SECONDS = 60

type GenerateInput = ImageInput & { readonly quality_tier: QualityTier }

const warningField = ({ reading }: MeterReservation) => {
  const warning = warningOf(reading)
  return warning ? { warning: { meter: 'images' as const, used: warning.used, limit: warning.limit } } : {}
}

/**
 * Reserves one image of the quota and requests it from the image service. Releases the reservation if the image service
 * refuses or fails. A run that is repeated after a crash reserves no second image, and the image service recognizes its
 * key.
 */
const imageGenerator =
  ({ images, counts, notices, ...deps }: GenerateDeps) =>
  async (context: Context, input: GenerateInput, requestId: string): Promise<CreatedImage | CreationRefusal> => {
    const { caller } = context
    const scopes = scopesOf(caller)
    const reservation = await reserveQuota(deps)({ caller, quality: input.quality_tier, requestId })
    if (reservation instanceof Refusal) return reservation
    try {
      const job = await images.generate(context, { ...input, idempotency_key: `platform-${requestId}` })
      if (job instanceof Refusal) {
        await reservation.release()
        return job
      }
      const dueNotices = await notices.due(reservation.nearlyUsed, scopes.entitlementScope)
      if (!(await counts.count({ tenant: scopes.resourceScope, job: job.job_id }, reservation, dueNotices)))
        await reservation.release()
      return { ...createdImage(job), ...warningField(reservation) }
    } catch (error) {
      await reservation.release()
      throw error
    }
  }

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Generates an image on the image quota of the plan (spec platform-api 4.8). */
export const generateImageRoute = (deps: GenerateDeps): Route =>
  route(generateImage, async ({ body, headers, ...context }) => {
    const { caller } = context
    const generate = imageGenerator(deps)
    const { resourceScope: tenant } = scopesOf(caller)
    const key = headers['idempotency-key']
    const runWithoutKey = async () => {
      const result = await generate(context, body, deps.newId())
      return result instanceof Refusal ? result : { result, isReplay: false }
    }
    const runWithKey = (headerKey: string) => {
      // Keys belong to a tenant: the same key of another tenant is another request.
      const requestId = digestOf(`${tenant} ${headerKey}`)
      const idempotencyKey = { key: headerKey, fingerprint: digestOf(JSON.stringify(body)) }
      // A refusal is not stored: the next request with the same key runs again.
      const work = () => generate(context, body, requestId)
      return deps.requests.run(partitionOf(imageCountRow, { tenant }), idempotencyKey, work, {
        leaseSeconds: LEASE_SECONDS,
      })
    }
    const outcome = await (key === undefined ? runWithoutKey() : runWithKey(key))
    if (outcome instanceof Refusal) return outcome
    const { result, isReplay } = outcome
    const { warning } = result
    return reply(201, result, {
      ...(isReplay ? { 'idempotent-replayed': 'true' } : {}),
      ...(warning ? { 'x-quota-warning': `images; used=${warning.used}; limit=${warning.limit}` } : {}),
    })
  })

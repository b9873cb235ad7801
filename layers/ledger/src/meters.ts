import {
  type MeterReading,
  type Quota,
  type Quotas,
  Refusal,
  type Reservation,
  type ReserveOptions,
  warningOf,
} from '@signet/kernel'
import { type PlatformMeter, TIER_LIMITS, type TierMeter } from './skus.ts'
import type { TierStatus, TierStatusOf } from './tier-status.ts'
import type { PlatformTier } from './tiers.ts'

/**
 * The organization whose plan applies, and the tenant whose usage is counted. They are equal for the organization's own
 * keys.
 */
export interface Scopes {
  readonly entitlementScope: string
  readonly resourceScope: string
}

export type MeterCount<Meter extends TierMeter = PlatformMeter> = Pick<
  Quota<Meter | 'credits'>,
  'subject' | 'meter' | 'period' | 'amount'
>

export interface MeterReservation<Meter extends TierMeter = PlatformMeter> extends Reservation<Meter> {
  /** The counters of the tenant and the organization on which the unit counts. */
  readonly counted: readonly MeterCount<Meter>[]
  readonly nearlyUsed: readonly NearlyUsed[]
}

export interface NearlyUsed extends MeterReading<TierMeter>, Pick<Quota, 'subject' | 'period' | 'endsAt'> {}

export interface PlatformUsage {
  readonly tier: PlatformTier
  readonly readings: Readonly<Record<TierMeter, MeterReading<TierMeter>>>
  readonly cycleEndsAt: Date
}

/** Usage of the platform per tenant, limited by the tier of the tenant's organization. */
export interface Meters {
  read(scopes: Scopes): Promise<PlatformUsage>
  /** Reserves one unit for the request with that id; 429 if the quota of the tenant or its organization is used up. */
  take<Meter extends TierMeter>(
    scopes: Scopes,
    meter: Meter,
    request: string,
    options: ReserveOptions,
  ): Promise<MeterReservation<Meter> | Refusal<'quota_exceeded'>>
}

/**
 * Returns the counters of a meter. `ceiling` is that of `MetersDeps`. Several tenants of one organization share its
 * limit: usage counts on the tenant's own counter and on the organization's. Usage of the organization's own keys
 * counts on the latter only.
 */
export const quotasOf = <Meter extends TierMeter>(
  { entitlementScope, resourceScope }: Scopes,
  meter: Meter,
  { tier, cycle }: TierStatus,
  ceiling: number,
): readonly [Quota<Meter>, ...Quota<Meter>[]] => {
  const limit = TIER_LIMITS[tier][meter]
  const period = { meter, period: cycle.start.toISOString(), endsAt: cycle.end }
  const resourceQuota = { ...period, subject: resourceScope, limit }
  if (resourceScope === entitlementScope) return [resourceQuota]
  return [resourceQuota, { ...period, subject: entitlementScope, limit: limit * ceiling }]
}

const leftOf = ({ used, limit }: MeterReading): number => limit - used

const tightest = <Each extends { readonly reading: MeterReading<string> }>(first: Each, others: Each[]): Each =>
  others.reduce((least, each) => (leftOf(each.reading) < leftOf(least.reading) ? each : least), first)

const nearlyUsedOf = (counters: readonly Quota<TierMeter>[], taken: readonly Reservation<TierMeter>[]): NearlyUsed[] =>
  counters.flatMap(({ subject, period, endsAt }, i) => {
    const warning = warningOf(taken[i]?.reading)
    return warning ? [{ ...warning, subject, period, endsAt }] : []
  })

export interface MetersDeps {
  readonly quotas: Quotas
  readonly tierStatusOf: TierStatusOf
  /** Limit of all tenants of an organization together, as a multiple of one tenant's limit. */
  readonly ceiling: number
}

export const meters = ({ quotas, tierStatusOf, ceiling }: MetersDeps): Meters => {
  const read = async (scopes: Scopes, meter: TierMeter, tierStatus: TierStatus) => {
    const [quota, ...otherQuotas] = quotasOf(scopes, meter, tierStatus, ceiling)
    const readQuota = async (quota: Quota<TierMeter>) => ({ reading: await quotas.read(quota) })
    return tightest(await readQuota(quota), await Promise.all(otherQuotas.map(readQuota))).reading
  }
  return {
    async read(scopes) {
      const tierStatus = await tierStatusOf(scopes.entitlementScope)
      const names = Object.keys(TIER_LIMITS[tierStatus.tier]) as TierMeter[]
      const entries = await Promise.all(
        names.map(async (name) => [name, await read(scopes, name, tierStatus)] as const),
      )
      const readings = Object.fromEntries(entries) as PlatformUsage['readings']
      return { tier: tierStatus.tier, readings, cycleEndsAt: tierStatus.cycle.end }
    },
    async take(scopes, meter, request, options) {
      const [quota, ...otherQuotas] = quotasOf(scopes, meter, await tierStatusOf(scopes.entitlementScope), ceiling)
      const first = await quotas.reserve(quota, request, options)
      if (first instanceof Refusal) return first
      const reservations = [first]
      const releaseAll = async () => {
        for (const each of reservations) await each.release()
      }
      try {
        for (const otherQuota of otherQuotas) {
          const next = await quotas.reserve(otherQuota, request, options)
          if (next instanceof Refusal) {
            await releaseAll()
            return next
          }
          reservations.push(next)
        }
      } catch (error) {
        await releaseAll()
        throw error
      }
      const { reading } = tightest(first, reservations.slice(1))
      return {
        reading,
        nearlyUsed: nearlyUsedOf([quota, ...otherQuotas], reservations),
        counted: [quota, ...otherQuotas].map(({ subject, meter: counted, period }) => ({
          subject,
          meter: counted,
          period,
        })),
        keepSteps: reservations.flatMap(({ keepSteps }) => keepSteps),
        keep: async () => {
          for (const each of reservations) await each.keep()
        },
        release: releaseAll,
      }
    },
  }
}

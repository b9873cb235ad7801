import { addMs, type NewId, quotas, Refusal, type TableDeps, unavailable } from '@signet/kernel'

/** Documents that are fetched at once, by all instances of the function together. */
const PLACES = 10
/** A fetch ends after two seconds. The place of a run that died is free again after this. */
const HOLD_SECONDS = 3
const HOUR_MS = 3_600_000

export interface DocumentQuotaDeps extends TableDeps {
  readonly newId: NewId
}

/**
 * Runs a fetch if a place is free. Sites that trickle their documents hold these places and never more, so that other
 * calls of the function have room.
 */
export const documentQuota = (deps: DocumentQuotaDeps) => {
  const counters = quotas(deps, '')
  return async <T>(fetch: () => Promise<T>): Promise<T> => {
    const endsAt = addMs(deps.now(), HOUR_MS)
    const places = { subject: 'oauth', meter: 'client-documents', period: 'now', endsAt, limit: PLACES }
    const place = await counters.reserve(places, deps.newId(), { holdSeconds: HOLD_SECONDS })
    if (place instanceof Refusal) throw unavailable('Too many documents of clients are being fetched: try again', 2)
    // A place that cannot be given back lapses.
    return fetch().finally(() => place.release().catch(() => undefined))
  }
}

import type { Clock, Log, Metrics, SecretSource } from '@signet/kernel'
import { CATALOG, type Model } from '../models/catalog.ts'
import { type Lifecycle, withLifecycle } from '../models/lifecycle.ts'
import type { LifecycleTable } from '../models/lifecycle-table.ts'
import { credentialsFrom } from '../providers/live/credentials.ts'
import type { ListedModel, Vendor } from '../providers/live/vendor.ts'
import { vendorFetch } from '../providers/live/vendor-fetch.ts'
import type { PerProvider } from '../providers/provider-secrets.ts'

interface VendorListDeps {
  readonly vendor: Vendor
  readonly secret: SecretSource
  readonly fetch: typeof fetch
}

const PAGE_TIMEOUT_MS = 15_000
const BODY_MAX = 8 * 1024 * 1024
/** More pages than any vendor has; stops an endless list. */
const PAGES_MAX = 20

/**
 * Returns the vendor's models by its ids; undefined while its secret has no value.
 * @throws VendorFault if the list is incomplete
 */
const vendorList = async (
  { vendor, secret, fetch }: VendorListDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ListedModel> | undefined> => {
  const credentials = await credentialsFrom(secret, { fresh: true })
  if (!credentials) return undefined
  const byVendorId = new Map<string, ListedModel>()
  let page: string | undefined
  for (let pagesRead = 0; pagesRead < PAGES_MAX; pagesRead++) {
    const call = vendor.listCall(credentials, page)
    const answer = await vendorFetch(call, { fetch, timeoutMs: PAGE_TIMEOUT_MS, signal, maxBytes: BODY_MAX })
    if (answer.status !== 200) throw vendor.faultIn(answer)
    const { models, next } = vendor.listIn(answer)
    for (const model of models) byVendorId.set(model.vendorId, model)
    if (next === undefined) return byVendorId
    page = next
  }
  throw new Error(`The list of ${vendor.name} has more than ${PAGES_MAX} pages`)
}

export interface SyncDeps {
  readonly vendors: readonly Vendor[]
  readonly secrets: PerProvider<SecretSource>
  readonly table: LifecycleTable
  readonly fetch: typeof fetch
  readonly now: Clock
  readonly metrics: Metrics
  readonly log: Log
}

export interface SyncReport {
  synced: number
  failed: number
  unconfigured: number
  marked: number
  endingSoon: number
}

const DAY_MS = 86_400_000
const WARN_DAYS = 30
const VENDOR_TIMEOUT_MS = 45_000

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/**
 * Derives the lifecycle of a model from the vendor's list and the stored lifecycle. A model that is missing for the
 * first time is only recorded, because a list may be incomplete. If it is missing on a later day too, it counts as
 * retired on that day.
 */
export const lifecycleFrom = (listed: ListedModel | undefined, previous: Lifecycle, today: string): Lifecycle => {
  if (listed) return listed.retiresAt === undefined ? {} : { retiresAt: listed.retiresAt }
  const { missingSince = today, retiresAt } = previous
  if (retiresAt !== undefined && retiresAt <= today) return { retiresAt, missingSince }
  return missingSince < today ? { missingSince, retiresAt: today } : { ...previous, missingSince }
}

const isSameLifecycle = (a: Lifecycle, b: Lifecycle): boolean =>
  a.retiresAt === b.retiresAt && a.missingSince === b.missingSince

const modelsOf = (vendor: Vendor): readonly (Model & { readonly vendorId: string })[] =>
  CATALOG.filter(({ provider }) => provider === vendor.name).flatMap((model) =>
    model.vendorId === null ? [] : [{ ...model, vendorId: model.vendorId }],
  )

/**
 * Returns whether the list has any catalog model. A list without one belongs to another account or another API, so its
 * vendor counts as failed.
 */
const hasCatalogModel = (list: ReadonlyMap<string, ListedModel>, vendor: Vendor): boolean =>
  modelsOf(vendor).some(({ vendorId }) => list.has(vendorId))

const warnAboutEndingModels = (models: readonly Model[], at: Date, { log }: SyncDeps, report: SyncReport): void => {
  const today = dayOf(at)
  const warnUntil = dayOf(new Date(at.getTime() + WARN_DAYS * DAY_MS))
  for (const { id, retiresAt, replacement } of models) {
    if (retiresAt === null || retiresAt <= today || retiresAt > warnUntil) continue
    report.endingSoon++
    log.warn('model end announced by provider', { model: id, retires_at: retiresAt, replacement })
  }
}

const syncVendor = async (vendor: Vendor, deps: SyncDeps, report: SyncReport): Promise<void> => {
  const { secrets, table, fetch, now, log } = deps
  const checkedAt = now()
  const list = await vendorList({ vendor, secret: secrets[vendor.name], fetch }, AbortSignal.timeout(VENDOR_TIMEOUT_MS))
  if (!list) {
    report.unconfigured++
    log.info('provider skipped: no credentials', { provider: vendor.name })
    return
  }
  report.synced++
  if (!hasCatalogModel(list, vendor)) throw new Error(`The list of ${vendor.name} contains no catalog model`)
  const lifecycles = await table.read()
  for (const { id, vendorId } of modelsOf(vendor)) {
    const previous = lifecycles.get(id) ?? {}
    const current = lifecycleFrom(list.get(vendorId), previous, dayOf(checkedAt))
    if (isSameLifecycle(current, previous) || !(await table.mark(id, current, checkedAt))) continue
    report.marked++
    log.warn('lifecycle of a model changed', { model: id, ...current })
  }
}

/**
 * Reads the model list of every configured vendor and stores the lifecycles of catalog models in the table, where the
 * catalog reads them. If a vendor fails, its stored lifecycles stay unchanged. Safe to run at any time and
 * concurrently.
 */
export const syncLifecycles = (deps: SyncDeps) => async (): Promise<SyncReport> => {
  const { vendors, table, now, metrics, log } = deps
  const report: SyncReport = { synced: 0, failed: 0, unconfigured: 0, marked: 0, endingSoon: 0 }
  for (const vendor of vendors) {
    try {
      await syncVendor(vendor, deps, report)
    } catch (error) {
      report.failed++
      log.error('model list of a provider not readable', { provider: vendor.name, error })
    }
  }
  const lifecycles = await table.read()
  warnAboutEndingModels(
    CATALOG.map((model) => withLifecycle(model, lifecycles)),
    now(),
    deps,
    report,
  )
  metrics.record('ModelsEndingSoon', report.endingSoon)
  metrics.record('LifecycleSyncFailures', report.failed)
  log.info('lifecycles synced', { ...report })
  return report
}

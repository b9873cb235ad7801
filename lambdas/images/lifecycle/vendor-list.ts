import type { SecretSource } from '@signet/kernel'
import { credentialsFrom } from '../providers/live/credentials.ts'
import type { ListedModel, Vendor } from '../providers/live/vendor.ts'
import { vendorFetch } from '../providers/live/vendor-fetch.ts'

export interface VendorListDeps {
  readonly vendor: Vendor
  readonly secret: SecretSource
  readonly fetch: typeof fetch
}

const TIMEOUT_MS = 15_000
const BODY_MAX = 8 * 1024 * 1024
/** More pages than any vendor has; it stops an endless list. */
const PAGES_MAX = 20

/**
 * The vendor's models by its ids; undefined while its secret has no value.
 *
 * @throws VendorFault if the list is incomplete
 */
export const vendorList = async (
  { vendor, secret, fetch }: VendorListDeps,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ListedModel> | undefined> => {
  const credentials = await credentialsFrom(secret, { fresh: true })
  if (!credentials) return undefined
  const byVendorId = new Map<string, ListedModel>()
  let page: string | undefined
  for (let read = 0; read < PAGES_MAX; read++) {
    const call = vendor.listCall(credentials, page)
    const answer = await vendorFetch(call, { fetch, timeoutMs: TIMEOUT_MS, signal, maxBytes: BODY_MAX })
    if (answer.status !== 200) throw vendor.faultIn(answer)
    const { models, next } = vendor.listIn(answer)
    for (const model of models) byVendorId.set(model.vendorId, model)
    if (next === undefined) return byVendorId
    page = next
  }
  throw new Error(`The list of ${vendor.name} has more than ${PAGES_MAX} pages`)
}

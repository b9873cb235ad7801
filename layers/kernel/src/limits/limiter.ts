import type { Rate } from '@signet/contracts'
import type { Admission } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import type { TableDeps } from '../table/transact.ts'
import type { CountedRequest, RateLimited } from './count.ts'
import { gcraCount } from './gcra-count.ts'
import { headersOf } from './rate-reading.ts'
import { windowCount } from './window-count.ts'

export interface LimiterDeps extends Pick<TableDeps, 'db' | 'table' | 'now'> {
  /** Creates a stable pseudonym of a client address. Addresses are counted and never stored. */
  readonly hashAddress: (address: string) => Promise<string>
}

interface RequestOrigin {
  readonly sourceIp: string
}

/** Returns the counted subject; `undefined` if the rate is for a kind of credential that this caller does not have. */
const subjectOf = async (
  { by }: Rate,
  caller: Caller | undefined,
  { sourceIp }: RequestOrigin,
  hashAddress: LimiterDeps['hashAddress'],
): Promise<string | undefined> => {
  if (by === 'key') return caller?.kind === 'key' ? caller.rateKey : undefined
  if (by === 'address' || caller === undefined) return `address-${await hashAddress(sourceIp)}`
  if (by === 'caller') return caller.rateKey
  if (by === 'tenant') return `tenant-${caller.tenantId}`
  return caller.userId === undefined ? caller.rateKey : `user-${caller.userId}`
}

export type Limiter = (
  request: {
    readonly route?: { readonly endpoint: RateLimited } | undefined
    readonly caller?: Caller | undefined
    readonly arrival: RequestOrigin
  },
  counts: 'requests' | 'accepted',
) => Promise<Admission>

/** Counts requests by conditional writes, so that a limit is exact for any number of concurrent requests. */
export const limiter = ({ hashAddress, ...deps }: LimiterDeps): Limiter => {
  const algorithms = { window: windowCount(deps), gcra: gcraCount(deps) }
  return async ({ route, caller, arrival }, counting): Promise<Admission> => {
    const countedRequests: CountedRequest[] = []
    const release = async () => {
      // A rate that counts arrivals keeps its count. A refused request is uncounted from rates that count accepted
      // requests.
      if (counting === 'accepted') for (const each of countedRequests) await each.release()
    }
    if (route === undefined) return { headers: {}, release }
    for (const rate of route.endpoint.rates.filter((each) => each.counts === counting)) {
      const subject = await subjectOf(rate, caller, arrival, hashAddress)
      if (subject === undefined) continue
      try {
        countedRequests.push(await algorithms[rate.algorithm ?? 'window'](route.endpoint, rate, subject))
      } catch (error) {
        await release()
        throw error
      }
    }
    const nowSeconds = Math.floor(deps.now().getTime() / 1000)
    const headers =
      countedRequests.length === 0
        ? {}
        : headersOf(
            countedRequests.map(({ reading }) => reading),
            nowSeconds,
          )
    return { headers, release }
  }
}

import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Endpoint, Rate } from '@signet/contracts'
import { type Admission, type Refusal, refusal } from '@signet/contracts/http'
import type { Caller } from '../caller.ts'
import { rowKey } from '../table/row-kind.ts'
import { isConditionFailed } from '../table/table-client.ts'
import type { TableDeps } from '../table/transact.ts'
import { rateCounter } from './rate-row.ts'

/** Dependencies of the limiter. */
export interface LimiterDeps extends Pick<TableDeps, 'db' | 'table' | 'now'> {
  /** A stable pseudonym of a client address. Addresses are counted and never stored. */
  readonly hashAddress: (address: string) => Promise<string>
}

/** The origin of a request. */
interface Addressed {
  /** Address of the client as the outermost proxy that we trust saw it. */
  readonly sourceIp: string
}

/** The state of a counter after a request was counted. */
interface Reading {
  readonly rate: Rate
  readonly left: number
  readonly resetSeconds: number
}

/** The most refusals that are remembered. A caller over its limit costs no write until its window ends. */
const REMEMBERED_MAX = 10_000

/** The state of a rate as the headers that its contract names. */
const xHeadersOf = ({ rate, left, resetSeconds }: Reading, seconds: number): Record<string, string> => ({
  'x-ratelimit-limit': String(rate.requests),
  'x-ratelimit-remaining': String(left),
  'x-ratelimit-reset': String(seconds + resetSeconds),
})

/** X-RateLimit headers of a rate for a request that is counted against nothing. */
export const uncountedHeaders = (rate: Rate, now: Date): Record<string, string> => {
  const seconds = Math.floor(now.getTime() / 1000)
  const resetSeconds = rate.windowSeconds - (seconds % rate.windowSeconds)
  return xHeadersOf({ rate, left: rate.requests, resetSeconds }, seconds)
}

/** The rate of an operation whose state callers read in X-RateLimit headers. */
export const shownRate = ({ rates }: Pick<Endpoint, 'rates'>): Rate | undefined =>
  rates.find(({ headers }) => headers === 'x-ratelimit')

/** The headers of the rate with the smallest share left. */
const xHeaders = (readings: readonly Reading[], seconds: number): Record<string, string> => {
  const [first, ...others] = readings.filter(({ rate }) => rate.headers === 'x-ratelimit')
  if (first === undefined) return {}
  const partLeft = ({ rate, left }: Reading) => left / rate.requests
  return xHeadersOf(
    others.reduce((a, b) => (partLeft(b) < partLeft(a) ? b : a), first),
    seconds,
  )
}

/** The state of the counters: as draft-ietf-httpapi-ratelimit-headers, and as the headers that a rate names. */
const headersOf = (readings: readonly Reading[], seconds: number): Record<string, string> => ({
  ...xHeaders(readings, seconds),
  'ratelimit-policy': readings
    .map(({ rate }) => `"${rate.name}";q=${rate.requests};w=${rate.windowSeconds}`)
    .join(', '),
  ratelimit: readings.map(({ rate, left, resetSeconds }) => `"${rate.name}";r=${left};t=${resetSeconds}`).join(', '),
})

const wait = (seconds: number): string => {
  if (seconds < 120) return `${seconds} seconds`
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`
}

const tooMany = (reading: Reading, seconds: number): Refusal<'rate_limited'> => {
  const { requests, window, by } = { ...reading.rate, window: wait(reading.rate.windowSeconds) }
  const whose = by === 'address' ? 'from your address' : `by this ${by}`
  return refusal(
    'rate_limited',
    `At most ${requests} requests ${whose} in ${window}; try again in ${wait(reading.resetSeconds)}`,
    { headers: { ...headersOf([reading], seconds), 'retry-after': String(reading.resetSeconds) } },
  )
}

/** The subject that is counted; `undefined` if the rate is for a kind of credential that this caller does not have. */
const subjectOf = async (
  { by }: Rate,
  caller: Caller | undefined,
  { sourceIp }: Addressed,
  hashAddress: LimiterDeps['hashAddress'],
): Promise<string | undefined> => {
  if (by === 'key') return caller?.kind === 'key' ? caller.rateKey : undefined
  if (by === 'address' || caller === undefined) return `address-${await hashAddress(sourceIp)}`
  if (by === 'caller') return caller.rateKey
  if (by === 'tenant') return `tenant-${caller.tenantId}`
  return caller.userId === undefined ? caller.rateKey : `user-${caller.userId}`
}

/** Adds to a counter. */
const counting = (
  table: string,
  key: { pk: string; sk: string },
  by: number,
  condition: string,
  values: Readonly<Record<string, number>>,
) =>
  new UpdateCommand({
    TableName: table,
    Key: key,
    UpdateExpression: 'ADD #count :by SET #ttl = :ttl',
    ConditionExpression: condition,
    ExpressionAttributeNames: { '#count': 'count', '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':by': by, ...values },
    ReturnValues: 'ALL_NEW',
  })

/** A request that was counted. */
interface Counted {
  readonly reading: Reading
  /** Uncounts the request, because it was not accepted. */
  readonly release: () => Promise<void>
}

/** Has rates: an endpoint of a contract, or a thing with a name and rates. */
type Rated = Pick<Endpoint, 'name' | 'rates'>

/** Counts a request of a subject, or throws the refusal of the rate. */
type Count = (endpoint: Rated, rate: Rate, subject: string) => Promise<Counted>

const counter = ({ db, table, now }: Pick<TableDeps, 'db' | 'table' | 'now'>): Count => {
  /** Counters that are used up, with the end of their window in epoch seconds. */
  const exhausted = new Map<string, number>()
  const remember = (id: string, until: number): void => {
    if (exhausted.size >= REMEMBERED_MAX) exhausted.clear()
    exhausted.set(id, until)
  }
  return async (endpoint, rate, subject) => {
    const { requests, windowSeconds, name } = rate
    const seconds = Math.floor(now().getTime() / 1000)
    const start = seconds - (seconds % windowSeconds)
    const end = start + windowSeconds
    const key = rowKey(rateCounter, {
      operation: rate.pool ?? endpoint.name,
      rate: name,
      subject,
      start: String(start),
    })
    const reading = (left: number): Reading => ({ rate, left, resetSeconds: Math.max(1, end - seconds) })
    if (exhausted.get(key.pk) === end) throw tooMany(reading(0), seconds)
    try {
      const values = { ':most': requests, ':ttl': end + windowSeconds }
      const condition = 'attribute_not_exists(#count) OR #count < :most'
      const { Attributes } = await db.send(counting(table, key, 1, condition, values))
      const release = async () => {
        exhausted.delete(key.pk)
        const least = { ':none': 0, ':ttl': end + windowSeconds }
        await db.send(counting(table, key, -1, '#count > :none', least)).catch((error: unknown) => {
          if (!isConditionFailed(error)) throw error
        })
      }
      return { reading: reading(Math.max(0, requests - Number(Attributes?.count ?? 0))), release }
    } catch (error) {
      if (!isConditionFailed(error)) throw error
      remember(key.pk, end)
      throw tooMany(reading(0), seconds)
    }
  }
}

/** Counts requests for the engine, and for other things with a name and rates. */
export type Limiter = (
  asked: {
    readonly route?: { readonly endpoint: Rated } | undefined
    readonly caller?: Caller | undefined
    readonly arrival: Addressed
  },
  counts: 'requests' | 'accepted',
) => Promise<Admission>

/**
 * Counts requests in windows of fixed length. A count is one conditional write, so a limit holds exactly for any number
 * of concurrent requests.
 */
export const limiter = ({ hashAddress, ...deps }: LimiterDeps): Limiter => {
  const count = counter(deps)
  return async ({ route, caller, arrival }, counts): Promise<Admission> => {
    const taken: Counted[] = []
    const release = async () => {
      // A rate that counts arrivals keeps its count; a refused request is uncounted from rates that count accepted
      // requests.
      if (counts === 'accepted') for (const each of taken) await each.release()
    }
    if (route === undefined) return { headers: {}, release }
    for (const rate of route.endpoint.rates.filter((each) => each.counts === counts)) {
      const subject = await subjectOf(rate, caller, arrival, hashAddress)
      if (subject === undefined) continue
      try {
        taken.push(await count(route.endpoint, rate, subject))
      } catch (error) {
        await release()
        throw error
      }
    }
    const seconds = Math.floor(deps.now().getTime() / 1000)
    const headers =
      taken.length === 0
        ? {}
        : headersOf(
            taken.map(({ reading }) => reading),
            seconds,
          )
    return { headers, release }
  }
}

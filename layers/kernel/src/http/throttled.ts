import { type Refusal, unavailable } from '@signet/contracts/http'

const THROTTLES = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'TransactionInProgressException',
])

const RETRY_SECONDS = 2

/** Checks that AWS throttled the request, after the SDK's retries. The caller then gets a 503. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLES.has(error.name)

/** Returns the 503 for a request that AWS throttled; undefined for any other error. */
export const busyRefusal = (error: unknown): Refusal | undefined =>
  isThrottled(error) ? unavailable('The service is busy. Try again shortly', RETRY_SECONDS, error) : undefined

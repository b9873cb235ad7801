const THROTTLES = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'TransactionInProgressException',
])

/** Checks that AWS throttled the request, after the SDK's retries. The caller then gets a 503. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLES.has(error.name)

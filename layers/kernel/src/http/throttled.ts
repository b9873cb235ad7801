const THROTTLES = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'TransactionInProgressException',
])

/** Whether AWS asks us to come back later, after the SDK's own retries. The caller is then told the same. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLES.has(error.name)

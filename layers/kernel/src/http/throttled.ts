/** Names under which AWS says: not now. */
const THROTTLES = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
  'TransactionInProgressException',
])

/** Whether AWS asks us to come back later, after the SDK's own retries: the caller is told so, too. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLES.has(error.name)

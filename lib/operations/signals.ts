/**
 * Metrics that the alarms of a stage watch. They cover the whole stage; metric filters derive them from existing log
 * lines. A filter is free, and a metric costs money only in months with values. An alarm per function, queue and API
 * would cost more than all other resources of an idle stage.
 */

export const SIGNALS = {
  /** 1 for a 5xx response of an API except 502, 0 for any other: the average is the share of failures. */
  serverFaults: 'ServerFaults',
  /** Responses with 429. */
  refusedByRate: 'RefusedByRate',
  /** Milliseconds of responses to GET, except 5xx responses. */
  readTime: 'ReadTime',
  /** Invocations of functions that did not succeed. */
  failedRuns: 'FailedRuns',
  /** Messages whose last delivery failed. */
  givenUp: 'GivenUp',
  /** 1 for a job that failed because of a platform error, 0 for any other ended job. */
  failedJobs: 'FailedJobs',
  /** 1 for an image that took longer than the target of its tier, 0 for any other. */
  slowImages: 'SlowImages',
  /** Billing problems that an operator must handle; a refused event of Stripe counts a fifth. */
  billingNotices: 'BillingNotices',
} as const

/** A log line that counts: a filter pattern of CloudWatch Logs, and a number or the member with the number. */
export interface Signal {
  readonly metric: (typeof SIGNALS)[keyof typeof SIGNALS]
  readonly pattern: string
  readonly value: string
}

/** Returns the namespace of a stage's signals. Filters cannot add the stage as a dimension, because lines lack it. */
export const signalNamespace = (stage: string): string => `Signet/${stage}`

/** Service level objectives. A high burn rate pages the person on call at any hour. */
export const OBJECTIVES = {
  /** The share of requests that are not answered with 5xx. */
  availability: 0.999,
  /** The share of jobs that do not fail because of a platform error. */
  jobs: 0.995,
  /** Milliseconds from the request within which 95% of a tier's images are complete. */
  imageMs: { draft: 20_000, standard: 30_000, premium: 60_000, ultra: 120_000 },
} as const

/**
 * Lines of an API's access log (lib/constructs/contract-api.ts), in which the status is text. A 502 means that a vendor
 * failed, or that a function crashed, which `FailedRuns` counts.
 */
export const ACCESS_LOG_SIGNALS: readonly Signal[] = [
  { metric: SIGNALS.serverFaults, pattern: '{ ($.status = "5*") && ($.status != "502") }', value: '1' },
  { metric: SIGNALS.serverFaults, pattern: '{ ($.status != "5*") || ($.status = "502") }', value: '0' },
  { metric: SIGNALS.refusedByRate, pattern: '{ $.status = "429" }', value: '1' },
]

/**
 * Lines that the kernel writes per request (layers/kernel/src/http/serve.ts), for functions without a gateway's access
 * log.
 */
export const FUNCTION_URL_SIGNALS: readonly Signal[] = [
  {
    metric: SIGNALS.serverFaults,
    pattern: '{ ($.message = "request") && ($.status >= 500) && ($.status != 502) }',
    value: '1',
  },
  {
    metric: SIGNALS.serverFaults,
    pattern: '{ ($.message = "request") && (($.status < 500) || ($.status = 502)) }',
    value: '0',
  },
  { metric: SIGNALS.refusedByRate, pattern: '{ ($.message = "request") && ($.status = 429) }', value: '1' },
]

export const READ_SIGNALS: readonly Signal[] = [
  {
    metric: SIGNALS.readTime,
    pattern: '{ ($.message = "request") && ($.method = "GET") && ($.status < 500) }',
    value: '$.ms',
  },
]

/** Lambda's report of an invocation, in the JSON log format. */
export const RUN_SIGNALS: readonly Signal[] = [
  {
    metric: SIGNALS.failedRuns,
    pattern: '{ ($.type = "platform.report") && ($.record.status != "success") }',
    value: '1',
  },
]

/** Returns the signals of queue consumers: the kernel logs the number of deliveries of a failed message. */
export const messageSignals = (receives: number): readonly Signal[] => [
  { metric: SIGNALS.givenUp, pattern: `{ $.tries >= ${receives} }`, value: '1' },
]

const slowByTier = (isSlow: boolean): string =>
  Object.entries(OBJECTIVES.imageMs)
    .map(([tier, ms]) => `(($.tier = "${tier}") && ($.TimeToImage ${isSlow ? '>' : '<='} ${ms}))`)
    .join(' || ')

/**
 * Metrics JobOutcome and TimeToImage of every function that ends jobs; their lines contain outcome and tier. `failed`
 * is a platform error; `vendor` and `refused` are not.
 */
export const JOB_SIGNALS: readonly Signal[] = [
  { metric: SIGNALS.failedJobs, pattern: '{ ($.JobOutcome = 1) && ($.outcome = "failed") }', value: '1' },
  { metric: SIGNALS.failedJobs, pattern: '{ ($.JobOutcome = 1) && ($.outcome != "failed") }', value: '0' },
  { metric: SIGNALS.slowImages, pattern: `{ ${slowByTier(true)} }`, value: '1' },
  { metric: SIGNALS.slowImages, pattern: `{ ${slowByTier(false)} }`, value: '0' },
]

const notice = (metric: string, value = '1'): Signal => ({
  metric: SIGNALS.billingNotices,
  pattern: `{ $.${metric} > 0 }`,
  value,
})

/** Billing metrics that an operator must handle. Five refused events of Stripe in an hour count as one notice. */
export const BILLING_SIGNALS: Readonly<Record<string, readonly Signal[]>> = {
  'billing-webhook': [notice('WebhooksRefused', '0.2'), notice('WebhooksOfOtherVersion')],
  'billing-worker': [notice('DuplicateSubscriptions')],
  'billing-reconcile': [notice('BillingDrift'), notice('BillingNotCompared')],
}

/**
 * What the alarms of a stage watch: metrics of the whole stage, made by metric filters from lines that are in the logs
 * anyway. A filter costs nothing, and a metric only in months in which it gets a value; an alarm for each function, queue
 * and API would cost more than everything else that a stage has when nobody uses it.
 */

export const SIGNALS = {
  /** 1 for an answer 5xx of an API, 0 for any other: the average is the share of failures. */
  serverFaults: 'ServerFaults',
  /** Answers 429. */
  refusedByRate: 'RefusedByRate',
  /** Milliseconds of the answers to GET that are no failures. */
  readTime: 'ReadTime',
  failedRuns: 'FailedRuns',
  givenUp: 'GivenUp',
  /** 1 for a job that failed by our own fault, 0 for any other that ended. */
  failedJobs: 'FailedJobs',
  /** 1 for an image that took longer than its tier promises, 0 for any other. */
  slowImages: 'SlowImages',
  /** What billing found that a person should see; a refused event of Stripe counts a fifth. */
  billingNotices: 'BillingNotices',
} as const

/** A line of a log that counts: a filter pattern of CloudWatch Logs, and a number or the member that holds it. */
export interface Signal {
  readonly metric: (typeof SIGNALS)[keyof typeof SIGNALS]
  readonly pattern: string
  readonly value: string
}

/** The namespace of a stage's signals: filters cannot give a metric dimensions that are not in the line. */
export const signalNamespace = (stage: string): string => `Signet/${stage}`

/** Promises, and the time of day or night at which somebody is woken when they are being broken. */
export const OBJECTIVES = {
  /** The share of requests that are not answered 5xx. */
  availability: 0.999,
  /** The share of jobs that do not fail by our own fault. */
  jobs: 0.995,
  /** Milliseconds within which 95 of 100 images of a tier are there, from the request on. */
  imageMs: { draft: 20_000, standard: 30_000, premium: 60_000, ultra: 120_000 },
} as const

/**
 * Lines of the access log of an API (lib/constructs/contract-api.ts): the status is text there. A 502 is the failure of a
 * vendor, or a function that crashed, which `FailedRuns` tells of.
 */
export const ACCESS_LOG_SIGNALS: readonly Signal[] = [
  { metric: SIGNALS.serverFaults, pattern: '{ ($.status = "5*") && ($.status != "502") }', value: '1' },
  { metric: SIGNALS.serverFaults, pattern: '{ ($.status != "5*") || ($.status = "502") }', value: '0' },
  { metric: SIGNALS.refusedByRate, pattern: '{ $.status = "429" }', value: '1' },
]

/** Lines that the kernel writes of each request (layers/kernel/src/http/serve.ts), where no gateway has an access log. */
export const OWN_ADDRESS_SIGNALS: readonly Signal[] = [
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

/** Lambda's own report of an invocation, in the JSON format of logs. */
export const RUN_SIGNALS: readonly Signal[] = [
  {
    metric: SIGNALS.failedRuns,
    pattern: '{ ($.type = "platform.report") && ($.record.status != "success") }',
    value: '1',
  },
]

/** Of consumers of queues: the kernel says of a message that failed how often it was received. */
export const messageSignals = (receives: number): readonly Signal[] => [
  { metric: SIGNALS.givenUp, pattern: `{ $.tries >= ${receives} }`, value: '1' },
]

const slowByTier = (isSlow: boolean): string =>
  Object.entries(OBJECTIVES.imageMs)
    .map(([tier, ms]) => `(($.tier = "${tier}") && ($.TimeToImage ${isSlow ? '>' : '<='} ${ms}))`)
    .join(' || ')

/**
 * The metrics JobOutcome and TimeToImage, whose lines name outcome and tier, of every function that ends jobs. `failed` is our
 * own fault; `vendor` and `refused` are not.
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

/** What functions of billing record that a person should see. Five refused events of Stripe in an hour are one notice. */
export const BILLING_SIGNALS: Readonly<Record<string, readonly Signal[]>> = {
  'billing-webhook': [notice('WebhooksRefused', '0.2'), notice('WebhooksOfOtherVersion')],
  'billing-worker': [notice('DuplicateSubscriptions')],
  'billing-reconcile': [notice('BillingDrift'), notice('BillingNotCompared')],
}

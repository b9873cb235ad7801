import { OBJECTIVES, SIGNALS } from './signals.ts'

export interface WatchedSignal {
  readonly metric: (typeof SIGNALS)[keyof typeof SIGNALS]
  readonly statistic: string
  /** Length of a period, and number of consecutive periods above the threshold. */
  readonly minutes: number
  readonly periods?: number
  readonly threshold: number
  readonly description: string
}

/** Alarms about faults that can wait until the morning, by name. docs/operations.md has a runbook for each. */
export const TICKETS: Readonly<Record<string, WatchedSignal>> = {
  ServerErrors: {
    metric: SIGNALS.serverFaults,
    statistic: 'Sum',
    minutes: 60,
    threshold: 5,
    description: 'APIs answered at least five requests within an hour with 5xx',
  },
  FailedRuns: {
    metric: SIGNALS.failedRuns,
    statistic: 'Sum',
    minutes: 5,
    threshold: 1,
    description: 'A function threw an error, timed out or ran out of memory',
  },
  GivenUp: {
    metric: SIGNALS.givenUp,
    statistic: 'Sum',
    minutes: 5,
    threshold: 1,
    description:
      'A message failed for the last time and is in a dead-letter queue: fix the cause, then redrive the queue',
  },
  SlowImages: {
    metric: SIGNALS.slowImages,
    statistic: 'Average',
    minutes: 60,
    periods: 2,
    threshold: 0.05,
    description: 'More than 5% of images took longer than the target of their tier',
  },
  SlowReads: {
    metric: SIGNALS.readTime,
    statistic: 'p90',
    minutes: 15,
    periods: 2,
    threshold: 1500,
    description: 'More than 10% of GET requests took longer than 1.5 seconds',
  },
  ManyRefused: {
    metric: SIGNALS.refusedByRate,
    statistic: 'Sum',
    minutes: 5,
    periods: 3,
    threshold: 1000,
    description: 'At least a thousand requests per five minutes were answered with 429, for a quarter of an hour',
  },
  BillingNotices: {
    metric: SIGNALS.billingNotices,
    statistic: 'Sum',
    minutes: 60,
    threshold: 1,
    description: 'Billing needs attention: refused events of Stripe, a plan bought twice, or drift',
  },
}

/** Rates at which a month's error budget is consumed, and the windows of their alarms. */
export const BURNS = {
  Fast: { factor: 14.4, minutes: [60, 5] },
  Slow: { factor: 6, minutes: [360, 30] },
} as const

/** Objectives whose violation pages, by the names of their alarms. */
export const BUDGETS = {
  Api: {
    metric: SIGNALS.serverFaults,
    allowedShare: 1 - OBJECTIVES.availability,
    failures: 'requests were answered with 5xx',
  },
  Jobs: {
    metric: SIGNALS.failedJobs,
    allowedShare: 1 - OBJECTIVES.jobs,
    failures: 'jobs failed because of a platform error',
  },
} as const

/**
 * Alarms that end a shift to new versions and roll it back: five minutes of 5xx responses, and failed runs. The latter
 * covers functions with a function URL, which do not respond with 5xx if they fail to start. `ApiFast5` is the alarm of
 * the budget `Api` in the five-minute window of `Fast`.
 */
export const ROLLBACK_ALARMS = ['ApiFast5', 'FailedRuns'] as const

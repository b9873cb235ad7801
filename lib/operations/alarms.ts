import { OBJECTIVES, SIGNALS } from './signals.ts'

export interface WatchedSignal {
  readonly metric: (typeof SIGNALS)[keyof typeof SIGNALS]
  readonly statistic: string
  /** Minutes of one look, and looks in a row in which it must be so. */
  readonly minutes: number
  readonly looks?: number
  readonly from: number
  readonly says: string
}

/** Faults that can wait until the morning, by the names of their alarms. docs/operations.md says what to do. */
export const TICKETS: Readonly<Record<string, WatchedSignal>> = {
  ServerErrors: {
    metric: SIGNALS.serverFaults,
    statistic: 'Sum',
    minutes: 60,
    from: 5,
    says: 'Five requests in an hour were answered 5xx',
  },
  FailedRuns: {
    metric: SIGNALS.failedRuns,
    statistic: 'Sum',
    minutes: 5,
    from: 1,
    says: 'A function threw, ran out of time or of memory',
  },
  GivenUp: {
    metric: SIGNALS.givenUp,
    statistic: 'Sum',
    minutes: 5,
    from: 1,
    says: 'A message failed for the last time and is a dead letter: mend the cause, then redrive the queue',
  },
  SlowImages: {
    metric: SIGNALS.slowImages,
    statistic: 'Average',
    minutes: 60,
    looks: 2,
    from: 0.05,
    says: 'More than 5 of 100 images took longer than their tier promises',
  },
  SlowReads: {
    metric: SIGNALS.readTime,
    statistic: 'p90',
    minutes: 15,
    looks: 2,
    from: 1500,
    says: 'More than 10 of 100 answers to GET took longer than 1.5 seconds',
  },
  ManyRefused: {
    metric: SIGNALS.refusedByRate,
    statistic: 'Sum',
    minutes: 5,
    looks: 3,
    from: 1000,
    says: 'A thousand requests in five minutes were answered 429, for a quarter of an hour',
  },
  BillingNotices: {
    metric: SIGNALS.billingNotices,
    statistic: 'Sum',
    minutes: 60,
    from: 1,
    says: 'Billing found something that a person should see: refused events of Stripe, a plan bought twice, drift',
  },
}

/** How fast a month's budget of failures is used up, and over which times that is looked at. */
export const BURNS = {
  Fast: { factor: 14.4, minutes: [60, 5] },
  Slow: { factor: 6, minutes: [360, 30] },
} as const

/** Promises whose breaking wakes somebody, by the names of their alarms. */
export const BUDGETS = {
  Api: { metric: SIGNALS.serverFaults, failing: 1 - OBJECTIVES.availability, of: 'requests were answered 5xx' },
  Jobs: { metric: SIGNALS.failedJobs, failing: 1 - OBJECTIVES.jobs, of: 'jobs failed by our own fault' },
} as const

/**
 * Alarms that end a shift to new versions and go back: five minutes of answers 5xx, and functions that cannot run at all, which
 * those with an address of their own do not answer.
 */
export const ROLLING_BACK = ['ApiFast5', 'FailedRuns'] as const

import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { DomainBuild, DomainParts } from '../constructs/domain-build.ts'

/** A metric that a function records, and the sum in a period from which the alarm goes off. */
interface Watched {
  readonly metric: string
  readonly fn: string
  readonly period: Duration
  readonly threshold: number
  readonly description: string
}

const WATCHED: readonly Watched[] = [
  {
    metric: 'WebhooksRefused',
    fn: 'billing-webhook',
    period: Duration.hours(1),
    threshold: 5,
    description:
      'Events were refused: the webhook secret at Stripe is not among ours, or somebody tries; see the log of billing-webhook',
  },
  {
    metric: 'WebhooksOfOtherVersion',
    fn: 'billing-webhook',
    period: Duration.hours(1),
    threshold: 1,
    description:
      'Events have another API version than the code reads: set that of the endpoint at Stripe (docs/billing.md)',
  },
  {
    metric: 'DuplicateSubscriptions',
    fn: 'billing-worker',
    period: Duration.hours(1),
    threshold: 1,
    description: 'A plan was bought twice and the younger one paid back: the log of billing-worker says whose',
  },
  {
    metric: 'BillingDrift',
    fn: 'billing-reconcile',
    period: Duration.days(1),
    threshold: 1,
    description:
      'What was known was not what Stripe has, and was mended: events were lost; see deliveries at Stripe and the log of billing-reconcile',
  },
  {
    metric: 'BillingNotCompared',
    fn: 'billing-reconcile',
    period: Duration.days(1),
    threshold: 1,
    description:
      'Payments of somebody could not be compared with Stripe: the log of billing-reconcile says whose and why',
  },
]

const addAlarm = ({ stack, config }: DomainBuild, { metric, fn, period, threshold, description }: Watched): void => {
  new Metric({
    namespace: 'Signet',
    metricName: metric,
    dimensionsMap: { stage: config.stage, function: fn },
    period,
    statistic: 'Sum',
  }).createAlarm(stack, metric, {
    alarmDescription: description,
    threshold,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
}

/** Alarms on events that are not taken, on money that went twice, and on what the nightly comparison finds. */
export const billingParts: DomainParts = {
  more: (build) => {
    for (const watched of WATCHED) addAlarm(build, watched)
  },
}

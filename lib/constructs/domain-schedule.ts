import type { Scheduled } from '@signet/kernel/access'
import { Duration, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import { versionWaiver, waive } from './waivers.ts'

interface Rhythm {
  readonly rate: Duration
  /** The maximum age of an event; after that the next one does its work. */
  readonly maxAge: Duration
  /** Attempts after the first, while the event is young enough. */
  readonly retries: number
  /** Windows without any invocation after which the alarm goes off. */
  readonly missed: { readonly period: Duration; readonly windows: number }
}

/** Late events are dropped rather than replayed, because a run finds everything that an earlier one left undone. */
const RHYTHMS: Readonly<Record<Scheduled['every'], Rhythm>> = {
  minute: {
    rate: Duration.minutes(1),
    maxAge: Duration.minutes(1),
    retries: 0,
    missed: { period: Duration.minutes(5), windows: 2 },
  },
  '15 minutes': {
    rate: Duration.minutes(15),
    maxAge: Duration.minutes(5),
    retries: 0,
    missed: { period: Duration.minutes(30), windows: 2 },
  },
  hour: {
    rate: Duration.hours(1),
    maxAge: Duration.minutes(15),
    retries: 1,
    missed: { period: Duration.hours(2), windows: 2 },
  },
  day: {
    rate: Duration.days(1),
    maxAge: Duration.hours(1),
    retries: 2,
    missed: { period: Duration.days(1), windows: 2 },
  },
}

/** Invokes a function on a schedule, and alarms on missed runs. */
export class DomainSchedule extends Construct {
  constructor(scope: Construct, id: string, run: DomainFunction, { every, input = { source: 'schedule' } }: Scheduled) {
    super(scope, id)
    const { rate, maxAge, retries, missed } = RHYTHMS[every]
    // Lambda takes the event at once and runs it later: both the schedule and Lambda would try again.
    run.fn.configureAsyncInvoke({ retryAttempts: retries, maxEventAge: maxAge })
    new Schedule(this, 'Schedule', {
      description: `Every ${every}`,
      schedule: ScheduleExpression.rate(rate),
      target: new LambdaInvoke(run.fn, {
        input: ScheduleTargetInput.fromObject({ ...input }),
        retryAttempts: retries,
        maxEventAge: maxAge,
      }),
    })
    // The role of the schedule is the stack's, wherever the schedule is.
    waive(Stack.of(this), versionWaiver(run.fn))
    waive(run, {
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason: 'An event of a schedule carries nothing: the next run finds what this one left, and alarms tell of both',
      until: '2027-06-30',
    })
    run.fn.metricInvocations({ period: missed.period, statistic: 'Sum' }).createAlarm(this, 'Missed', {
      alarmDescription: `Due every ${every}, and not run for longer: look at the schedule, its role, and throttles of the function`,
      threshold: 1,
      evaluationPeriods: missed.windows,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }
}

import type { ScheduleTrigger } from '@signet/kernel/access'
import { Duration, Stack } from 'aws-cdk-lib'
import { Schedule, ScheduleExpression, ScheduleGroup, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import { versionWaiver, waive } from './waivers.ts'

interface Rhythm {
  readonly rate: Duration
  readonly maxAge: Duration
  readonly retries: number
}

/** Late events are dropped rather than replayed, because a run finds everything that an earlier one left undone. */
const RHYTHMS: Readonly<Record<ScheduleTrigger['every'], Rhythm>> = {
  minute: { rate: Duration.minutes(1), maxAge: Duration.minutes(1), retries: 0 },
  '15 minutes': { rate: Duration.minutes(15), maxAge: Duration.minutes(5), retries: 0 },
  hour: { rate: Duration.hours(1), maxAge: Duration.minutes(15), retries: 1 },
  day: { rate: Duration.days(1), maxAge: Duration.hours(1), retries: 2 },
}

export interface DomainScheduleProps extends ScheduleTrigger {
  readonly run: DomainFunction
  /** The name of the group of schedules that it is in; undefined: that of the account. */
  readonly group: string | undefined
}

/** Invokes a function on a schedule. Schedules of a watched stage are in its group, whose metrics tell of runs that are missing. */
export class DomainSchedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { run, every, input = { source: 'schedule' }, group }: DomainScheduleProps,
  ) {
    super(scope, id)
    const { rate, maxAge, retries } = RHYTHMS[every]
    // Lambda takes the event at once and runs it later: both the schedule and Lambda would try again.
    run.fn.configureAsyncInvoke({ retryAttempts: retries, maxEventAge: maxAge })
    new Schedule(this, 'Schedule', {
      description: `Every ${every}`,
      schedule: ScheduleExpression.rate(rate),
      ...(group === undefined ? {} : { scheduleGroup: ScheduleGroup.fromScheduleGroupName(this, 'Group', group) }),
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
    })
  }
}

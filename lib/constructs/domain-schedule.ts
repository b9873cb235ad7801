import type { ScheduleTrigger } from '@signet/kernel/access'
import { Duration, Stack } from 'aws-cdk-lib'
import { Schedule, ScheduleExpression, ScheduleGroup, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler'
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets'
import { Construct } from 'constructs'
import type { DomainFunction } from './domain-function.ts'
import { versionWaiver, waive } from './waivers.ts'

interface ScheduleSettings {
  readonly rate: Duration
  readonly maxAge: Duration
  readonly retries: number
}

/**
 * Late events are dropped rather than replayed, because each run processes everything that earlier runs left undone.
 */
const SETTINGS_BY_INTERVAL: Readonly<Record<ScheduleTrigger['every'], ScheduleSettings>> = {
  minute: { rate: Duration.minutes(1), maxAge: Duration.minutes(1), retries: 0 },
  '15 minutes': { rate: Duration.minutes(15), maxAge: Duration.minutes(5), retries: 0 },
  hour: { rate: Duration.hours(1), maxAge: Duration.minutes(15), retries: 1 },
  day: { rate: Duration.days(1), maxAge: Duration.hours(1), retries: 2 },
}

export interface DomainScheduleProps extends ScheduleTrigger {
  readonly run: DomainFunction
  /** Name of its schedule group; undefined for the default group of the account. */
  readonly group: string | undefined
}

/**
 * Invokes a function on a schedule. The schedules of a watched stage are in one group, whose metrics show missing runs.
 */
export class DomainSchedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { run, every, input = { source: 'schedule' }, group }: DomainScheduleProps,
  ) {
    super(scope, id)
    const { rate, maxAge, retries } = SETTINGS_BY_INTERVAL[every]
    // Lambda accepts the event immediately and runs it later, so the schedule and Lambda each need the limits.
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
    // The role of the schedule belongs to the stack, wherever the schedule is.
    waive(Stack.of(this), versionWaiver(run.fn))
    waive(run, {
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason:
        'The event of a schedule contains no data: the next run processes what this one left, and alarms report both failures',
    })
  }
}

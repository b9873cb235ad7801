import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { ScheduleGroup } from 'aws-cdk-lib/aws-scheduler'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { addAlarmNotifications } from '../constructs/alarm-topic.ts'
import { BurnAlarms } from '../constructs/burn-alarms.ts'
import type { SharedData } from '../constructs/shared-data.ts'
import { TICKETS, type WatchedSignal } from '../operations/alarms.ts'
import { runsWithin, scheduleGroup } from '../operations/schedules.ts'
import { signalNamespace } from '../operations/signals.ts'
import type { PlatformService } from '../services.ts'

export interface AlarmsStackProps extends StackProps {
  readonly config: Config
  readonly data: SharedData
  readonly services: readonly PlatformService[]
}

interface AlarmSignal extends Omit<WatchedSignal, 'metric'> {
  readonly metric: Metric
  readonly comparisonOperator?: ComparisonOperator
  readonly treatMissingData?: TreatMissingData
}

/**
 * A schedule of every minute has 5 runs in five minutes. Up to 4 missing runs are tolerated, so one that stops raises
 * the alarm.
 */
const MISSING_RUNS_MAX = 4

/**
 * The alarms of a stage that depend only on metrics. The stack is deployed before the services, because these alarms
 * roll back their deployments. Disposable stages have no alarms.
 */
export class AlarmsStack extends Stack {
  readonly #stage: string
  constructor(scope: Construct, id: string, { config, data, services, ...props }: AlarmsStackProps) {
    super(scope, id, props)
    this.#stage = config.stage
    new BurnAlarms(this, 'Burns', { stage: config.stage, pageTopicArn: data.pageTopicArn })
    for (const [name, { metric, ...ticket }] of Object.entries(TICKETS)) {
      this.watch(name, {
        ...ticket,
        metric: new Metric({ namespace: signalNamespace(config.stage), metricName: metric }),
      })
    }
    this.watchModels()
    this.watchSchedules(services, scheduleGroup(config))
    this.watchTable(data.table.name)
    this.watchFunctions()
    if (config.mailFrom !== undefined) this.watchMail()
    addAlarmNotifications(this, data.alarmTopicArn)
  }

  private watch(
    name: string,
    { metric, statistic, minutes, periods = 1, threshold, description, ...overrides }: AlarmSignal,
  ): void {
    metric.with({ period: Duration.minutes(minutes), statistic }).createAlarm(this, name, {
      alarmName: `signet-${this.#stage}-${name}`,
      alarmDescription: `${description} (docs/operations.md)`,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...overrides,
    })
  }

  private watchModels(): void {
    const dimensionsMap = { stage: this.#stage, function: 'images-lifecycle' }
    this.watch('ModelsEndingSoon', {
      metric: new Metric({ namespace: 'Signet', metricName: 'ModelsEndingSoon', dimensionsMap }),
      statistic: 'Maximum',
      minutes: 1440,
      threshold: 1,
      description:
        'A provider ends a model within 30 days: the log of images-lifecycle contains the model and its replacement',
    })
  }

  /**
   * Adds one alarm for all schedules together. It notices a stopped every-minute schedule (five missing runs in five
   * minutes), but not a less frequent one.
   */
  private watchSchedules(services: readonly PlatformService[], group: string | undefined): void {
    const schedules = new ScheduleGroup(this, 'Schedules', { scheduleGroupName: group })
    schedules.applyRemovalPolicy(RemovalPolicy.DESTROY)
    this.watch('SchedulesStopped', {
      metric: schedules.metricAttempts(),
      statistic: 'Sum',
      minutes: 5,
      periods: 2,
      threshold: Math.floor(runsWithin(5, services)) - MISSING_RUNS_MAX,
      description: 'Schedules ran less often than planned',
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
  }

  private watchTable(TableName: string): void {
    for (const kind of ['Read', 'Write']) {
      this.watch(`Table${kind}Throttles`, {
        metric: new Metric({
          namespace: 'AWS/DynamoDB',
          metricName: `${kind}ThrottleEvents`,
          dimensionsMap: { TableName },
        }),
        statistic: 'Sum',
        minutes: 5,
        periods: 2,
        threshold: 10,
        description: `DynamoDB throttled ${kind.toLowerCase()}s: a hot key, or more traffic than the table has scaled to`,
      })
    }
  }

  /** Adds an alarm on all functions of the account together, because the quota belongs to the account. */
  private watchFunctions(): void {
    this.watch('Throttles', {
      metric: new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles' }),
      statistic: 'Sum',
      minutes: 5,
      threshold: 1,
      description: 'Lambda throttled an event of a function in this account',
    })
  }

  /** Adds alarms on the account's mail reputation, at half of the rates at which SES reviews an account. */
  private watchMail(): void {
    const rates = { Bounce: 0.025, Complaint: 0.0005 }
    for (const [kind, threshold] of Object.entries(rates)) {
      this.watch(`Mail${kind}s`, {
        metric: new Metric({ namespace: 'AWS/SES', metricName: `Reputation.${kind}Rate` }),
        statistic: 'Maximum',
        minutes: 60,
        threshold,
        description: `The rate of ${kind.toLowerCase()}s has reached half of the rate at which SES reviews the account`,
      })
    }
  }
}

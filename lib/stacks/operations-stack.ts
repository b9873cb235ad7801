import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { type Config, kindOf } from '../config.ts'
import { tellOfAlarms } from '../constructs/alarm-topic.ts'
import type { SharedData } from '../constructs/shared-data.ts'
import { addSignUpAlarm } from '../constructs/sign-up-alarm.ts'
import { SpendAlarms } from '../constructs/spend-alarms.ts'
import { StageDashboard } from '../constructs/stage-dashboard.ts'
import { StoredQueries } from '../constructs/stored-queries.ts'
import type { ServedApi } from '../services.ts'

export interface OperationsStackProps extends StackProps {
  readonly config: Config
  readonly data: SharedData
  readonly apis: readonly ServedApi[]
  /** State machines of all services. */
  readonly machines: readonly StateMachine[]
}

const MINUTES = Duration.minutes(5)
/** The share of the account's concurrency at which the alarm goes off. */
const FULL = 0.8

/** Monitoring of the whole stage: a dashboard, alarms of the account, its budget. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, apis, machines, ...props }: OperationsStackProps) {
    super(scope, id, props)
    const rest = apis.flatMap(({ key, url }) => (url === undefined ? [key] : []))
    new StageDashboard(this, 'Dashboard', { config, apis: rest, machines, tableName: data.table.name })
    // Emulators do not know the type.
    if (kindOf(config.stage) !== 'emulator') new StoredQueries(this, 'Queries', config)
    this.addThrottleAlarm()
    if (config.concurrency !== undefined) this.addConcurrencyAlarm(config.concurrency)
    new SpendAlarms(this, 'Spend', config)
    new CfnOutput(this, 'DailyCeilings', {
      value: config.dailyCeilings,
      description: 'Ceilings of the configuration, for npm run spend',
    })
    if (config.monthlyBudget !== undefined) this.addBudget(data.alarmTopicArn, config.monthlyBudget)
    if (data.userPool !== undefined) addSignUpAlarm(this, data.userPool.name, data.sessions.SESSION_CLIENT_ID)
    tellOfAlarms(this, data.alarmTopicArn)
  }

  /** Of all functions of the account together: one alarm, as a quota belongs to the account. */
  private addThrottleAlarm(): void {
    new Metric({ namespace: 'AWS/Lambda', metricName: 'Throttles', period: MINUTES, statistic: 'Sum' }).createAlarm(
      this,
      'Throttles',
      {
        alarmDescription:
          'Lambda had no room for an event: see which function on the dashboard, then docs/aws.md, Quotas',
        threshold: 1,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
      },
    )
  }

  private addConcurrencyAlarm(quota: number): void {
    new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ConcurrentExecutions',
      period: Duration.minutes(1),
      statistic: 'Maximum',
    }).createAlarm(this, 'NearlyFull', {
      alarmDescription: `Four fifths of the account's ${quota} concurrent executions were taken: ask for more in time`,
      threshold: Math.floor(quota * FULL),
      evaluationPeriods: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  /**
   * Covers the whole account: costs by tag are known only once somebody has activated the tag for billing. It has no name of
   * its own, because a changed notification replaces the budget, and the new one would collide with the old. The topic mails
   * the address of alarms, so a subscriber for the address would send the same mail twice.
   */
  private addBudget(topicArn: string, dollars: number): void {
    const subscribers = [{ subscriptionType: 'SNS', address: topicArn }]
    const above = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    })
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [above('ACTUAL', 80), above('ACTUAL', 100), above('FORECASTED', 100)],
    })
  }
}

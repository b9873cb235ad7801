import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { type Config, isWatched } from '../config.ts'
import { tellOfAlarms } from '../constructs/alarm-topic.ts'
import type { SharedData } from '../constructs/shared-data.ts'
import { StageDashboard } from '../constructs/stage-dashboard.ts'
import { waive } from '../constructs/waivers.ts'
import type { ServedApi } from '../services.ts'

export interface OperationsStackProps extends StackProps {
  readonly config: Config
  readonly data: SharedData
  readonly apis: readonly ServedApi[]
  /** State machines of all services. */
  readonly machines: readonly StateMachine[]
}

/** The share of the account's concurrency at which the alarm goes off. */
const FULL = 0.8

/** Monitoring of the whole stage: a dashboard, alarms of the account, its budget. */
export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, apis, machines, ...props }: OperationsStackProps) {
    super(scope, id, props)
    const rest = apis.flatMap(({ key, url }) => (url === undefined ? [key] : []))
    new StageDashboard(this, 'Dashboard', { config, apis: rest, machines, tableName: data.table.name })
    if (isWatched(config)) this.tellOfExecutions(machines, data.alarmTopicArn)
    if (isWatched(config) && config.concurrency !== undefined) this.addConcurrencyAlarm(config.concurrency)
    if (config.monthlyBudget !== undefined) this.addBudget(data.alarmTopicArn, config.monthlyBudget)
    tellOfAlarms(this, data.alarmTopicArn)
  }

  /**
   * An execution that failed or timed out has not settled its job, or not advanced its canary. Step Functions tells the bus of
   * the account, which costs nothing, where two alarms a machine would.
   */
  private tellOfExecutions(machines: readonly StateMachine[], topicArn: string): void {
    if (machines.length === 0) return
    const rule = new CfnRule(this, 'FailedExecutions', {
      description: 'Executions that failed or timed out, to the topic of alarms',
      eventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: { status: ['FAILED', 'TIMED_OUT'], stateMachineArn: machines.map((each) => each.stateMachineArn) },
      },
      targets: [{ id: 'Topic', arn: topicArn }],
    })
    waive(rule, {
      id: 'Serverless-EventBusDLQ',
      reason: 'A topic of the same account is there, and the sweeps find what the execution left',
      until: '2027-06-30',
    })
  }

  private addConcurrencyAlarm(quota: number): void {
    new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'ConcurrentExecutions',
      period: Duration.minutes(1),
      statistic: 'Maximum',
    }).createAlarm(this, 'NearlyFull', {
      alarmName: `${this.stackName}-NearlyFull`,
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

import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib'
import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { CfnRule } from 'aws-cdk-lib/aws-events'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { type Config, isWatched, kindOf } from '../config.ts'
import { addAlarmNotifications } from '../constructs/alarm-topic.ts'
import { JobMachine, UNSETTLED_ERROR } from '../constructs/job-machine.ts'
import type { SharedData } from '../constructs/shared-data.ts'
import { addSignUpAlarm } from '../constructs/sign-up-alarm.ts'
import { SpendAlarms } from '../constructs/spend-alarms.ts'
import { StageDashboard } from '../constructs/stage-dashboard.ts'
import { StoredQueries } from '../constructs/stored-queries.ts'
import { waive } from '../constructs/waivers.ts'
import type { ServedApi } from '../services.ts'

export interface OperationsStackProps extends StackProps {
  readonly config: Config
  readonly data: SharedData
  readonly apis: readonly ServedApi[]
  readonly machines: readonly StateMachine[]
}

/** Share of the account's concurrent executions above which an alarm starts. */
const CONCURRENCY_ALARM_SHARE = 0.8

export class OperationsStack extends Stack {
  constructor(scope: Construct, id: string, { config, data, apis, machines, ...props }: OperationsStackProps) {
    super(scope, id, props)
    const restApiKeys = apis.flatMap(({ key, url }) => (url === undefined ? [key] : []))
    new StageDashboard(this, 'Dashboard', { config, apis: restApiKeys, machines, tableName: data.table.name })
    // Emulators do not support the resource type.
    if (kindOf(config.stage) !== 'emulator') new StoredQueries(this, 'Queries', config)
    new CfnOutput(this, 'DailyCeilings', {
      value: config.dailyCeilings,
      description: 'Ceilings of the configuration, for npm run spend',
    })
    if (isWatched(config)) this.watch(config, data, machines)
    if (config.monthlyBudget !== undefined) this.addBudget(data.alarmTopicArn, config.monthlyBudget)
    addAlarmNotifications(this, data.alarmTopicArn)
  }

  private watch(config: Config, data: SharedData, machines: readonly StateMachine[]): void {
    this.addExecutionRule(machines, data.alarmTopicArn)
    if (config.concurrency !== undefined) this.addConcurrencyAlarm(config.concurrency)
    new SpendAlarms(this, 'Spend', { stage: config.stage, pageTopicArn: data.pageTopicArn })
    if (data.userPool !== undefined) addSignUpAlarm(this, data.userPool.name, data.sessions.SESSION_CLIENT_ID)
  }

  /**
   * Notifies the topic of executions that timed out, that failed without settling their job, or that failed in a machine
   * for other work, such as canaries. A job settled as failed also fails its execution; the objective of jobs covers
   * those. Step Functions sends these events to the account's bus for free, while alarms would cost money, two per
   * machine.
   */
  private addExecutionRule(machines: readonly StateMachine[], topicArn: string): void {
    if (machines.length === 0) return
    const arns = (selected: readonly StateMachine[]) => selected.map((each) => each.stateMachineArn)
    const otherMachines = machines.filter(({ node }) => !(node.scope instanceof JobMachine))
    const rule = new CfnRule(this, 'FailedExecutions', {
      description: 'Executions that failed or timed out, to the alarm topic',
      eventPattern: {
        source: ['aws.states'],
        'detail-type': ['Step Functions Execution Status Change'],
        detail: {
          $or: [
            { status: ['TIMED_OUT'], stateMachineArn: arns(machines) },
            { status: ['FAILED'], error: [UNSETTLED_ERROR], stateMachineArn: arns(machines) },
            ...(otherMachines.length > 0 ? [{ status: ['FAILED'], stateMachineArn: arns(otherMachines) }] : []),
          ],
        },
      },
      targets: [{ id: 'Topic', arn: topicArn }],
    })
    waive(rule, {
      id: 'Serverless-EventBusDLQ',
      reason: 'A topic in the same account is always reachable, and sweeps process what the execution left',
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
      alarmDescription: `Four fifths of the account's ${quota} concurrent executions were in use: request a higher quota in time`,
      threshold: Math.floor(quota * CONCURRENCY_ALARM_SHARE),
      evaluationPeriods: 3,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }

  /**
   * Adds a budget for the whole account, because costs by tag are available only after the tag is activated for
   * billing. The budget has no fixed name: a changed notification replaces it, and the new one would collide with the
   * old. The topic mails the alarm address, so a subscriber with that address would receive the mail twice.
   */
  private addBudget(topicArn: string, dollars: number): void {
    const subscribers = [{ subscriptionType: 'SNS', address: topicArn }]
    const notificationAbove = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers,
    })
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: dollars, unit: 'USD' },
      },
      notificationsWithSubscribers: [
        notificationAbove('ACTUAL', 80),
        notificationAbove('ACTUAL', 100),
        notificationAbove('FORECASTED', 100),
      ],
    })
  }
}

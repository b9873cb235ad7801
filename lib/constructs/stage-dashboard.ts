import { Duration } from 'aws-cdk-lib'
import { Dashboard, GraphWidget, type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { type Config, isWatched } from '../config.ts'
import { SIGNALS, signalNamespace } from '../operations/signals.ts'

export interface StageDashboardProps {
  readonly config: Config
  /** Keys of the REST APIs. A search finds the functions with a function URL. */
  readonly apis: readonly string[]
  /**
   * Listed individually: CloudFormation names machines after their logical ids, so no search finds those of a stage.
   */
  readonly machines: readonly StateMachine[]
  readonly tableName: string
}

const PERIOD = Duration.minutes(5)

/**
 * Returns the metrics of all functions or queues of a stage. Their names begin with that of their stack, so the search
 * also finds later ones.
 */
const searchedMetric = (stage: string, schema: string, metric: string, statistic: string, label = ''): IMetric =>
  new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${metric}" signet-${stage}', '${statistic}', ${PERIOD.toSeconds()})`,
    usingMetrics: {},
    label,
    period: PERIOD,
  })

/** Returns metrics that alarms use: shares of failures, from 0 to 1, and numbers of errors. */
const signal = (stage: string, statistic: string, ...metrics: readonly string[]): IMetric[] =>
  metrics.map(
    (metricName) =>
      new Metric({ namespace: signalNamespace(stage), metricName, statistic, period: PERIOD, label: metricName }),
  )

/**
 * Returns the executions of a machine that failed or timed out, labeled with its path in the stack:
 * Priority/JobMachine.
 */
const failuresOf = (machine: StateMachine): IMetric[] => {
  const label = machine.node.path.split('/').slice(1, -1).join('/')
  const options = { period: PERIOD, statistic: 'Sum' }
  return [
    machine.metricFailed({ ...options, label: `${label} failed` }),
    machine.metricTimedOut({ ...options, label: `${label} timed out` }),
  ]
}

const graph = (title: string, ...left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 })

const promises = (stage: string): GraphWidget[] => {
  const { serverFaults, failedJobs, slowImages, failedRuns, givenUp, refusedByRate } = SIGNALS
  return [
    graph('Objectives: share of failures', ...signal(stage, 'Average', serverFaults, failedJobs, slowImages)),
    graph('Failed runs and dead letters', ...signal(stage, 'Sum', failedRuns, givenUp)),
    graph('Answered 429', ...signal(stage, 'Sum', refusedByRate)),
  ]
}

export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, { config, apis, machines, tableName }: StageDashboardProps) {
    super(scope, id)
    const { stage } = config
    const board = new Dashboard(this, 'Page', { dashboardName: `signet-${stage}` })
    const ofApis = (metricName: string, statistic: string) =>
      apis.map(
        (key) =>
          new Metric({
            namespace: 'AWS/ApiGateway',
            metricName,
            dimensionsMap: { ApiName: `signet-${stage}-${key}` },
            statistic,
            period: PERIOD,
            label: key,
          }),
      )
    const lambda = (metric: string, statistic: string) =>
      searchedMetric(stage, 'AWS/Lambda,FunctionName', metric, statistic)
    const queue = (metric: string) => searchedMetric(stage, 'AWS/SQS,QueueName', metric, 'Maximum')
    const throttled = ['ReadThrottleEvents', 'WriteThrottleEvents'].map(
      (metricName) =>
        new Metric({
          namespace: 'AWS/DynamoDB',
          metricName,
          dimensionsMap: { TableName: tableName },
          statistic: 'Sum',
          period: PERIOD,
        }),
    )
    if (isWatched(config)) board.addWidgets(...promises(stage))
    board.addWidgets(
      graph('Requests', ...ofApis('Count', 'Sum'), lambda('UrlRequestCount', 'Sum')),
      graph('Server errors', ...ofApis('5XXError', 'Sum'), lambda('Url5xxCount', 'Sum')),
      graph('Latency, p99', ...ofApis('Latency', 'p99'), lambda('UrlRequestLatency', 'p99')),
    )
    board.addWidgets(
      graph('Function errors', lambda('Errors', 'Sum')),
      graph('Function throttles', lambda('Throttles', 'Sum')),
      graph('Concurrent executions', lambda('ConcurrentExecutions', 'Maximum')),
    )
    board.addWidgets(
      graph('Age of oldest message (s)', queue('ApproximateAgeOfOldestMessage')),
      graph('Waiting messages', queue('ApproximateNumberOfMessagesVisible')),
      graph('Failed executions', ...machines.flatMap(failuresOf)),
    )
    board.addWidgets(graph('Table throttles', ...throttled))
  }
}

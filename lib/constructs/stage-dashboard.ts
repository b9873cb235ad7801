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
const signalMetrics = (stage: string, statistic: string, ...metrics: readonly string[]): IMetric[] =>
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

const objectiveGraphs = (stage: string): GraphWidget[] => {
  const { serverFaults, failedJobs, slowImages, failedRuns, givenUp, refusedByRate } = SIGNALS
  return [
    graph('Objectives: share of failures', ...signalMetrics(stage, 'Average', serverFaults, failedJobs, slowImages)),
    graph('Failed runs and dead letters', ...signalMetrics(stage, 'Sum', failedRuns, givenUp)),
    graph('Answered 429', ...signalMetrics(stage, 'Sum', refusedByRate)),
  ]
}

export class StageDashboard extends Construct {
  constructor(scope: Construct, id: string, { config, apis, machines, tableName }: StageDashboardProps) {
    super(scope, id)
    const { stage } = config
    const board = new Dashboard(this, 'Page', { dashboardName: `signet-${stage}` })
    const apiMetrics = (metricName: string, statistic: string) =>
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
    const lambdaMetric = (metric: string, statistic: string) =>
      searchedMetric(stage, 'AWS/Lambda,FunctionName', metric, statistic)
    const queueMetric = (metric: string) => searchedMetric(stage, 'AWS/SQS,QueueName', metric, 'Maximum')
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
    if (isWatched(config)) board.addWidgets(...objectiveGraphs(stage))
    board.addWidgets(
      graph('Requests', ...apiMetrics('Count', 'Sum'), lambdaMetric('UrlRequestCount', 'Sum')),
      graph('Server errors', ...apiMetrics('5XXError', 'Sum'), lambdaMetric('Url5xxCount', 'Sum')),
      graph('Latency, p99', ...apiMetrics('Latency', 'p99'), lambdaMetric('UrlRequestLatency', 'p99')),
    )
    board.addWidgets(
      graph('Function errors', lambdaMetric('Errors', 'Sum')),
      graph('Function throttles', lambdaMetric('Throttles', 'Sum')),
      graph('Concurrent executions', lambdaMetric('ConcurrentExecutions', 'Maximum')),
    )
    board.addWidgets(
      graph('Age of oldest message (s)', queueMetric('ApproximateAgeOfOldestMessage')),
      graph('Waiting messages', queueMetric('ApproximateNumberOfMessagesVisible')),
      graph('Failed executions', ...machines.flatMap(failuresOf)),
    )
    board.addWidgets(graph('Table throttles', ...throttled))
  }
}

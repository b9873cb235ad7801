import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import type { Config } from '../config.ts'
import { kindOf } from '../config.ts'
import { addTimeoutAlarm } from './machine-alarms.ts'

/** The error of an execution that could not settle its job. */
export const UNSETTLED = 'Unsettled'

/** Fewer failures say nothing about a rate. */
const FAILURES_MIN = 5
/** Percent of the jobs of a quarter of an hour. */
const FAILED_PERCENT = 10

const QUARTER = Duration.minutes(15)

const SHARED = {
  evaluationPeriods: 1,
  comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
} as const

/** Jobs fail one by one whenever a vendor does; a share of them is what somebody must look at. */
const addRateAlarm = (scope: Construct, machine: StateMachine): void => {
  new MathExpression({
    expression: `IF(failed >= ${FAILURES_MIN}, 100 * failed / (failed + FILL(succeeded, 0)), 0)`,
    usingMetrics: {
      failed: machine.metricFailed({ period: QUARTER }),
      succeeded: machine.metricSucceeded({ period: QUARTER }),
    },
    period: QUARTER,
  }).createAlarm(scope, 'Failing', {
    ...SHARED,
    alarmDescription: `At least ${FAILED_PERCENT} percent of the jobs failed, by our fault or a vendor's: the errors of the executions say which, "npm run why -- <job id>" says where`,
    threshold: FAILED_PERCENT,
  })
}

/** Its log names the error of each execution; the metrics of Step Functions do not. */
const addUnsettledAlarm = (scope: Construct, logs: ILogGroup, { stage }: Config): void => {
  const filter = new MetricFilter(scope, 'UnsettledFilter', {
    logGroup: logs,
    filterPattern: FilterPattern.literal(`{ $.type = "ExecutionFailed" && $.details.error = "${UNSETTLED}" }`),
    metricNamespace: 'Signet',
    metricName: `UnsettledJobs-${stage}`,
  })
  filter.metric({ period: Duration.minutes(5), statistic: 'Sum' }).createAlarm(scope, 'NotSettled', {
    ...SHARED,
    alarmDescription: 'An execution failed before it could settle its job; the sweeper will, but look why',
    threshold: 1,
  })
}

/**
 * Alarms on jobs: a share of them that fails, and single ones that could not be settled or took too long. Emulators know
 * no metric math, so they have no alarm on the share.
 */
export const addJobAlarms = (
  scope: Construct,
  machine: StateMachine,
  { config, logs }: { readonly config: Config; readonly logs: ILogGroup },
): void => {
  if (kindOf(config.stage) !== 'emulator') addRateAlarm(scope, machine)
  addUnsettledAlarm(scope, logs, config)
  addTimeoutAlarm(scope, machine, 'before it could settle its job; the sweeper will, but look why')
}

import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, type Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'

const period = Duration.minutes(5)

const addAlarm = (scope: Construct, id: string, metric: Metric, alarmDescription: string): void => {
  metric.createAlarm(scope, id, {
    alarmDescription,
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
}

/** An alarm on executions that timed out. `consequence` ends the description. */
export const addTimeoutAlarm = (scope: Construct, machine: StateMachine, consequence: string): void =>
  addAlarm(scope, 'TimedOut', machine.metricTimedOut({ period }), `An execution timed out ${consequence}`)

/**
 * Alarms on executions that failed and on those that timed out: one each, because emulators know no metric math and the
 * name then says what happened. `consequence` ends the description.
 */
export const addMachineAlarms = (scope: Construct, machine: StateMachine, consequence: string): void => {
  addAlarm(scope, 'Failed', machine.metricFailed({ period }), `An execution failed ${consequence}`)
  addTimeoutAlarm(scope, machine, consequence)
}

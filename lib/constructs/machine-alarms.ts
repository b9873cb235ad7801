import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'

/**
 * Alarms on executions that failed and on those that timed out: one each, because emulators know no metric math and the
 * name then says what happened. `consequence` ends the description.
 */
export const addMachineAlarms = (scope: Construct, machine: StateMachine, consequence: string): void => {
  const period = Duration.minutes(5)
  const endings = {
    Failed: { metric: machine.metricFailed({ period }), what: 'failed' },
    TimedOut: { metric: machine.metricTimedOut({ period }), what: 'timed out' },
  }
  for (const [id, { metric, what }] of Object.entries(endings)) {
    metric.createAlarm(scope, id, {
      alarmDescription: `An execution ${what} ${consequence}`,
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}

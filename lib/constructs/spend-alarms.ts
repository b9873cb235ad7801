import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { wakeBy } from './alarm-topic.ts'

export interface SpendAlarmsProps {
  readonly stage: string
  readonly pageTopicArn: string
}

const SEE = 'npm run spend says of what; docs/aws.md, Who can make me pay, what to do'

/**
 * Alarms of what costs by use: at half and at nine tenths of any ceiling of the day. Functions record the share of a
 * ceiling (the metric `SpendShare`) by thing, and for the stage as a whole. The alarms look at the highest of the whole:
 * two alarms of one metric cost 0.20 USD a month, two for each thing nine times as much.
 */
export class SpendAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, pageTopicArn }: SpendAlarmsProps) {
    super(scope, id)
    const share = new Metric({
      namespace: 'Signet',
      metricName: 'SpendShare',
      dimensionsMap: { stage },
      period: Duration.minutes(5),
      statistic: 'Maximum',
    })
    const alarm = (name: string, threshold: number, alarmDescription: string) =>
      share.createAlarm(this, name, {
        alarmName: `signet-${stage}-${name}`,
        alarmDescription,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        // A share is recorded as it grows. Between two values nothing has happened.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      })
    alarm('HalfSpent', 50, `Half of a ceiling of the day is used; ${SEE}`)
    const nearly = alarm(
      'NearlySpent',
      90,
      `Nine tenths of a ceiling of the day are used, beyond it callers get 503; ${SEE}`,
    )
    wakeBy(nearly, pageTopicArn)
  }
}

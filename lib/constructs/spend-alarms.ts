import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { notifyOnCall } from './alarm-topic.ts'

export interface SpendAlarmsProps {
  readonly stage: string
  readonly pageTopicArn: string
}

const ADVICE = 'npm run spend shows the categories; docs/aws.md, Maximum daily cost, describes what to do'

/**
 * Alarms on usage-based costs, at half and at nine tenths of any daily ceiling. Functions record the used share of a
 * ceiling (the metric `SpendShare`) per category, and for the whole stage. The alarms use the maximum of the whole
 * stage: two alarms on one metric cost 0.20 USD a month; two per category would cost nine times as much.
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
    const createAlarm = (name: string, threshold: number, alarmDescription: string) =>
      share.createAlarm(this, name, {
        alarmName: `signet-${stage}-${name}`,
        alarmDescription,
        threshold,
        evaluationPeriods: 1,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        // A share is recorded only when it grows, so missing data means no spending.
        treatMissingData: TreatMissingData.NOT_BREACHING,
      })
    createAlarm('HalfSpent', 50, `Half of a daily ceiling is used; ${ADVICE}`)
    const nearlySpent = createAlarm(
      'NearlySpent',
      90,
      `Nine tenths of a daily ceiling are used; above it callers receive 503; ${ADVICE}`,
    )
    notifyOnCall(nearlySpent, pageTopicArn)
  }
}

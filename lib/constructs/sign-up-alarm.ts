import { Duration } from 'aws-cdk-lib'
import { ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'

/** Sign-ups per hour above which an operator must investigate. Cognito is free for 10,000 people per month. */
export const SIGN_UPS_PER_HOUR_MAX = 100

export const addSignUpAlarm = (scope: Construct, pool: string, client: string): void => {
  new Metric({
    namespace: 'AWS/Cognito',
    metricName: 'SignUpSuccesses',
    dimensionsMap: { UserPool: pool, UserPoolClient: client },
    period: Duration.hours(1),
    statistic: 'Sum',
  }).createAlarm(scope, 'SignUps', {
    alarmDescription: `More than ${SIGN_UPS_PER_HOUR_MAX} people signed up in an hour: docs/aws.md, Maximum daily cost`,
    threshold: SIGN_UPS_PER_HOUR_MAX,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  })
}

import { Duration } from 'aws-cdk-lib'
import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch'
import { Construct } from 'constructs'
import { BUDGETS, BURNS } from '../operations/alarms.ts'
import { signalNamespace } from '../operations/signals.ts'
import { notifyOnCall } from './alarm-topic.ts'

export interface BurnAlarmsProps {
  readonly stage: string
  readonly pageTopicArn: string
}

type Budget = keyof typeof BUDGETS

/** Rounds a share, because floating point would display 0.007199999. */
const rounded = (share: number): number => Number(share.toFixed(6))

/**
 * The alarm that pages: failures would consume a month's error budget within two days (fast) or five (slow). Each speed
 * has a long window, which excludes short peaks, and a short window, which excludes past failures (Google, "The Site
 * Reliability Workbook", chapter 5). One composite alarm covers all objectives and speeds: its notification names the
 * alarms in it that are on, and a composite costs as much as five other alarms.
 */
export class BurnAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, pageTopicArn }: BurnAlarmsProps) {
    super(scope, id)
    const burnRules = Object.entries(BURNS).flatMap(([speed, { factor, minutes }]) =>
      (Object.keys(BUDGETS) as Budget[]).map((budget) =>
        AlarmRule.allOf(
          ...minutes.map((windowMinutes) =>
            AlarmRule.fromAlarm(
              this.createShareAlarm(budget, stage, { minutes: windowMinutes, factor, speed }),
              AlarmState.ALARM,
            ),
          ),
        ),
      ),
    )
    const composite = new CompositeAlarm(this, 'BudgetBurns', {
      compositeAlarmName: `signet-${stage}-BudgetBurns`,
      alarmDescription:
        "Failures consume a month's error budget within days: failed requests (Api…) or failed jobs (Jobs…); the alarms in it show which (docs/operations.md)",
      alarmRule: AlarmRule.anyOf(...burnRules),
    })
    notifyOnCall(composite, pageTopicArn)
  }

  /** Creates an alarm on the share of failures in one window. It sends no notification. */
  private createShareAlarm(
    budget: Budget,
    stage: string,
    { minutes, factor, speed }: { readonly minutes: number; readonly factor: number; readonly speed: string },
  ): Alarm {
    const { metric, allowedShare, failures } = BUDGETS[budget]
    return new Alarm(this, `${budget}${speed}${minutes}`, {
      alarmName: `signet-${stage}-${budget}${speed}${minutes}`,
      alarmDescription: `More than ${rounded(100 * factor * allowedShare)}% of ${failures} within ${minutes} minutes`,
      metric: new Metric({
        namespace: signalNamespace(stage),
        metricName: metric,
        period: Duration.minutes(minutes),
        statistic: 'Average',
      }),
      threshold: rounded(factor * allowedShare),
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}

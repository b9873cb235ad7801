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
import { wakeBy } from './alarm-topic.ts'

export interface BurnAlarmsProps {
  readonly stage: string
  readonly pageTopicArn: string
}

type Budget = keyof typeof BUDGETS

/** Floating point would show 0.007199999. */
const rounded = (share: number): number => Number(share.toFixed(6))

/**
 * The alarm that wakes somebody: a month's budget of failures would be gone in two days (fast), or in five (slow). Each speed
 * looks at a long time, so that it is not a moment, and at a short one, so that it is not over (Google, "The Site Reliability
 * Workbook", chapter 5). One composite for all promises and speeds: its notification names the alarms below it that ring,
 * and a composite costs as much as five others.
 */
export class BurnAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, pageTopicArn }: BurnAlarmsProps) {
    super(scope, id)
    const speeds = Object.entries(BURNS).flatMap(([speed, { factor, minutes }]) =>
      (Object.keys(BUDGETS) as Budget[]).map((budget) =>
        AlarmRule.allOf(
          ...minutes.map((each) =>
            AlarmRule.fromAlarm(this.share(budget, stage, { minutes: each, factor, speed }), AlarmState.ALARM),
          ),
        ),
      ),
    )
    const composite = new CompositeAlarm(this, 'BudgetBurns', {
      compositeAlarmName: `signet-${stage}-BudgetBurns`,
      alarmDescription:
        "Failures use up a month's budget in days: of requests (Api…) or of jobs (Jobs…), as the alarm below it says (docs/operations.md)",
      alarmRule: AlarmRule.anyOf(...speeds),
    })
    wakeBy(composite, pageTopicArn)
  }

  /** The share of failures in one time. It tells nobody by itself. */
  private share(
    budget: Budget,
    stage: string,
    { minutes, factor, speed }: { readonly minutes: number; readonly factor: number; readonly speed: string },
  ): Alarm {
    const { metric, failing, of } = BUDGETS[budget]
    return new Alarm(this, `${budget}${speed}${minutes}`, {
      alarmName: `signet-${stage}-${budget}${speed}${minutes}`,
      alarmDescription: `In ${minutes} minutes more than ${rounded(100 * factor * failing)} of 100 ${of}`,
      metric: new Metric({
        namespace: signalNamespace(stage),
        metricName: metric,
        period: Duration.minutes(minutes),
        statistic: 'Average',
      }),
      threshold: rounded(factor * failing),
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  }
}

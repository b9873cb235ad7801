import { FilterPattern, type ILogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { type Signal, signalNamespace } from '../operations/signals.ts'

export const addSignals = (scope: Construct, logGroup: ILogGroup, stage: string, signals: readonly Signal[]): void => {
  for (const [i, { metric, pattern, value }] of signals.entries()) {
    new MetricFilter(scope, `${metric}${i}`, {
      logGroup,
      filterPattern: FilterPattern.literal(pattern),
      metricNamespace: signalNamespace(stage),
      metricName: metric,
      metricValue: value,
    })
  }
}

import { Duration, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { isWatched } from '../config.ts'
import type { DomainParts } from '../constructs/domain-build.ts'
import { signalNamespace } from '../operations/signals.ts'

/** The log line of the witness when a log signs a checkpoint that does not continue an earlier one (lambdas/witness/api). */
const FORK_LINES = '{ $.message = "log forked" }'

/** The alarm of the witness, in the witness's stack: in a separate account, no other stack has it. */
export const witnessParts: DomainParts = {
  addResources: ({ stack, config, fn }) => {
    if (!isWatched(config)) return
    const { logGroup } = fn('api').fn
    const filter = new MetricFilter(stack, 'LogForks', {
      logGroup,
      filterPattern: FilterPattern.literal(FORK_LINES),
      metricNamespace: signalNamespace(config.stage),
      metricName: 'LogForks',
      metricValue: '1',
    })
    filter.metric({ statistic: 'Sum', period: Duration.minutes(5) }).createAlarm(stack, 'LogForked', {
      alarmName: `${Stack.of(stack).stackName}-LogForked`,
      alarmDescription: 'The log of receipts has signed a checkpoint that does not continue an earlier one',
      threshold: 1,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
  },
}

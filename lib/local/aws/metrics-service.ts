import { AwsError } from './aws-error.ts'
import type { RowStore } from './dynamo/row-store.ts'
import { type Input, jsonService, type ServiceHandler } from './json-service.ts'

const SPACE = 'alarm'
const STATES = ['OK', 'ALARM', 'INSUFFICIENT_DATA']

interface Alarm {
  readonly AlarmName: string
  readonly StateValue: string
  readonly StateReason: string
}

const nameOf = ({ AlarmName }: Input): string => {
  if (typeof AlarmName === 'string' && /^.{1,255}$/.test(AlarmName)) return AlarmName
  throw new AwsError('ValidationError', 'AlarmName must be 1 to 255 characters.')
}

/**
 * CloudWatch. Metrics are accepted and not stored, so alarms retain the state that was set. PutMetricAlarm,
 * SetAlarmState, DescribeAlarms and DeleteAlarms work as in the AWS CLI, so that a canary's guards can be tried
 * locally.
 */
export const metricsService = (rows: RowStore, log?: ((line: string) => void) | undefined): ServiceHandler => {
  const read = (name: string) => rows.read(SPACE, name) as Alarm | undefined
  const put = (alarm: Alarm): Input => {
    rows.write(SPACE, alarm.AlarmName, alarm)
    return {}
  }
  const matchingAlarms = ({ AlarmNames, AlarmNamePrefix, StateValue }: Input): Alarm[] =>
    [...rows.rows(SPACE)]
      .map(({ value }) => value as Alarm)
      .filter(
        (alarm) =>
          ((AlarmNames as string[] | undefined)?.includes(alarm.AlarmName) ?? true) &&
          alarm.AlarmName.startsWith(String(AlarmNamePrefix ?? '')) &&
          (StateValue === undefined || alarm.StateValue === StateValue),
      )
  return jsonService({
    name: 'monitoring',
    log,
    operations: {
      PutMetricData: () => ({}),
      PutMetricAlarm: (input) => {
        const AlarmName = nameOf(input)
        const StateReason = 'Unchecked: Initial alarm creation'
        return put(read(AlarmName) ?? { AlarmName, StateValue: 'INSUFFICIENT_DATA', StateReason })
      },
      SetAlarmState: (input) => {
        const AlarmName = nameOf(input)
        if (!read(AlarmName)) throw new AwsError('ResourceNotFound', `The alarm ${AlarmName} does not exist.`, 404)
        if (!STATES.includes(input.StateValue)) {
          throw new AwsError('ValidationError', `StateValue must be one of ${STATES.join(', ')}.`)
        }
        return put({ AlarmName, StateValue: input.StateValue, StateReason: String(input.StateReason ?? '') })
      },
      DescribeAlarms: (input) => ({ MetricAlarms: matchingAlarms(input), CompositeAlarms: [] }),
      DeleteAlarms: ({ AlarmNames = [] }) => {
        for (const name of AlarmNames as string[]) rows.remove(SPACE, name)
        return {}
      },
    },
  })
}

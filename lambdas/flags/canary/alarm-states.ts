import { type CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import type { AlarmState } from '@signet/flags/canary'

/** Returns the state of each alarm by its name; `absent` if no alarm has the name. */
export type AlarmStates = (names: readonly string[]) => Promise<ReadonlyMap<string, AlarmState>>

/** Maximum number of alarm names per DescribeAlarms request. */
const NAMES_MAX = 100

export const cloudWatchAlarms =
  (cloudwatch: Pick<CloudWatchClient, 'send'>): AlarmStates =>
  async (names) => {
    const states = new Map<string, AlarmState>(names.map((name) => [name, 'absent']))
    for (let from = 0; from < names.length; from += NAMES_MAX) {
      const { MetricAlarms = [], CompositeAlarms = [] } = (await cloudwatch.send(
        new DescribeAlarmsCommand({
          AlarmNames: names.slice(from, from + NAMES_MAX),
          AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
          MaxRecords: NAMES_MAX,
        }),
      )) as {
        MetricAlarms?: { AlarmName?: string; StateValue?: string }[]
        CompositeAlarms?: { AlarmName?: string; StateValue?: string }[]
      }
      for (const { AlarmName, StateValue } of [...MetricAlarms, ...CompositeAlarms]) {
        if (AlarmName !== undefined) states.set(AlarmName, (StateValue ?? 'INSUFFICIENT_DATA') as AlarmState)
      }
    }
    return states
  }

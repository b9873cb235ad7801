import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { cloudWatchAlarms } from '../../../../lambdas/flags/canary/alarm-states.ts'

const client = new CloudWatchClient({ region: 'eu-west-1' })
const cloudWatch = mockClient(client)
beforeEach(() => {
  cloudWatch.reset()
})
const readStates = cloudWatchAlarms(client)

describe('the states of alarms', () => {
  it('include metric and composite alarms; an unknown name is absent', async () => {
    cloudWatch.on(DescribeAlarmsCommand).resolves({
      MetricAlarms: [{ AlarmName: 'errors', StateValue: 'ALARM' }, { AlarmName: 'new' }],
      CompositeAlarms: [{ AlarmName: 'all', StateValue: 'OK' }],
    })
    expect([...(await readStates(['errors', 'new', 'all', 'nowhere']))]).toEqual([
      ['errors', 'ALARM'],
      ['new', 'INSUFFICIENT_DATA'],
      ['all', 'OK'],
      ['nowhere', 'absent'],
    ])
    expect(cloudWatch.commandCalls(DescribeAlarmsCommand).map(({ args }) => args[0].input)).toEqual([
      {
        AlarmNames: ['errors', 'new', 'all', 'nowhere'],
        AlarmTypes: ['MetricAlarm', 'CompositeAlarm'],
        MaxRecords: 100,
      },
    ])
  })

  it('require one call per hundred names, and no call without names', async () => {
    cloudWatch.on(DescribeAlarmsCommand).resolves({})
    const names = Array.from({ length: 201 }, (_, i) => `alarm-${i}`)
    expect((await readStates(names)).size).toBe(201)
    const namesPerCall = cloudWatch
      .commandCalls(DescribeAlarmsCommand)
      .map(({ args }) => args[0].input.AlarmNames?.length)
    expect(namesPerCall).toEqual([100, 100, 1])
    expect((await readStates([])).size).toBe(0)
    expect(cloudWatch.commandCalls(DescribeAlarmsCommand)).toHaveLength(3)
  })

  it('throw an error if they cannot be read', async () => {
    cloudWatch.on(DescribeAlarmsCommand).rejects(Object.assign(new Error('no'), { name: 'AccessDenied' }))
    await expect(readStates(['errors'])).rejects.toMatchObject({ name: 'AccessDenied' })
  })
})

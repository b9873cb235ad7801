import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { ability } from './ability.ts'

export const alarms = ability<true, { readonly cloudWatch: CloudWatchClient }>()({
  allows: 'Reads the state of alarms that callers choose',
  local: { service: 'monitoring' },
  rights: (_, { arn }) => [
    {
      actions: ['cloudwatch:DescribeAlarms'],
      resources: [arn({ service: 'cloudwatch', resource: 'alarm:*' })],
      wildcardReason: 'A canary may be guarded by any alarm of the account; only the state of the alarm is read',
    },
  ],
})

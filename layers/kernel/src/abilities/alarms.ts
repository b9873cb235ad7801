import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import { ability } from './ability.ts'

export const alarms = ability<true, { readonly cloudWatch: CloudWatchClient }>()({
  allows: 'Reads the state of alarms, which callers choose',
  local: { service: 'monitoring' },
  rights: (_, { arn }) => [
    {
      actions: ['cloudwatch:DescribeAlarms'],
      resources: [arn({ service: 'cloudwatch', resource: 'alarm:*' })],
      wide: 'A guard of a canary may be any alarm of the account, and only its state is read',
    },
  ],
})

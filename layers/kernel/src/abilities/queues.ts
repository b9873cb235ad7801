import type { SQSClient } from '@aws-sdk/client-sqs'
import { ability } from './ability.ts'

export const queues = ability<readonly string[], { readonly sqs: SQSClient }>()({
  allows: 'Sends messages to queues',
  local: { service: 'sqs' },
  variables: { '*_QUEUE_URL': ({ queue }, name) => queue(name).name },
  rights: (names, { queue }) => [{ actions: ['sqs:SendMessage'], resources: names.map((name) => queue(name).arn) }],
})

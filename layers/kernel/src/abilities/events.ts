import type { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { ability } from './ability.ts'

export const events = ability<true, { readonly eventBridge: EventBridgeClient }>()({
  allows: 'Puts events on the bus',
  local: { service: 'events' },
  variables: { EVENT_BUS_NAME: ({ bus }) => bus.name },
  rights: (_, { bus }) => [{ actions: ['events:PutEvents'], resources: [bus.arn] }],
})

import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { getGatewayHealth, getGatewayResource } from './gateway.ts'

export const agentGatewayService = defineService({
  name: 'agent-gateway',
  api: 'gateway',
  title: 'Signet agent gateway',
  description: 'The tools of the runtime for agents. They speak MCP, at the root of this address.',
  tags: { oauth: 'Where agents are let in', service: 'Health' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'what agents make is kept by the runtime and by the platform' },
  contracts: [
    {
      name: 'gateway',
      version: '1.0.0',
      description: 'Where agents are let in, and health (spec supporting-services 4.1).',
      endpoints: [getGatewayResource, getGatewayHealth],
    },
  ],
  // The authorization server owns the row by which it knows this service.
  rows: [],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly 'agent-gateway': typeof agentGatewayService
  }
}

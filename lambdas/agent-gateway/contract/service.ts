import { defineService } from '@signet/contracts'
import { PLATFORM_KEY_PREFIX } from '@signet/identity'
import { getGatewayHealth, getGatewayResource } from './gateway.ts'

export const agentGatewayService = defineService({
  name: 'agent-gateway',
  api: 'gateway',
  title: 'Signet agent gateway',
  description: 'The tools of the runtime for agents. The MCP endpoint is at the root of this address.',
  tags: { oauth: 'Authorization metadata', service: 'Health' },
  scopes: {},
  keyPrefix: PLATFORM_KEY_PREFIX,
  erasure: { none: 'the runtime and the platform store what agents create' },
  contracts: [
    {
      name: 'gateway',
      version: '1.0.0',
      description: 'Protected resource metadata and health.',
      endpoints: [getGatewayResource, getGatewayHealth],
    },
  ],
  // The authorization server owns the row that registers this service.
  rows: [],
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly 'agent-gateway': typeof agentGatewayService
  }
}

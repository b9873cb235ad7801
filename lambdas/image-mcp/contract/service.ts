import { defineService } from '@signet/contracts'
import { oauthRows } from '@signet/identity/oauth/rows'
import { oauthEndpoints } from './oauth.ts'

export const imageMcpService = defineService({
  name: 'image-mcp',
  api: 'imageAgents',
  title: 'Signet image tools for agents',
  description: 'Authorizes agents. The MCP endpoint of the tools is at the root of this address.',
  tags: { oauth: 'OAuth 2.1 for agents' },
  scopes: {},
  keyPrefix: 'gen_',
  erasure: { none: 'registered clients are programs; no personal data is stored with them' },
  contracts: [
    {
      name: 'oauth',
      version: '1.0.0',
      description: 'OAuth 2.1 for agents.',
      endpoints: oauthEndpoints,
    },
  ],
  rows: oauthRows,
})

declare module '@signet/http-client/siblings' {
  interface SiblingServices {
    readonly 'image-mcp': typeof imageMcpService
  }
}

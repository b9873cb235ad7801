import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  server: {
    description: 'Serves the image tools to agents over MCP, and authorizes agents',
    memoryMb: 1024,
    // A tool waits for its image up to 25 seconds.
    timeoutSeconds: 60,
    // Its address has no throttle of its own: without a share, one agent could take the room of every API.
    share: 0.1,
    serves: ['oauth'],
    url: true,
    settings: ['STAGE', 'VERSION', 'WEBHOOK_LOOPBACK'],
    asks: ['images', 'platform'],
    links: ['images', 'platform'],
    rows: {
      OACLIENT: ['get', 'put'],
      OADOCUMENT: ['get', 'put'],
      // Documents that are being fetched.
      USE: ['update'],
      OAREQUEST: ['put'],
      OACODE: ['get', 'update'],
      OAGRANT: ['get', 'put'],
      OAKEYS: ['get', 'put'],
      // Services that have entered themselves.
      OARESOURCE: ['get'],
      ALLOWANCE: ['get', 'update'],
    },
    agents: 'gen_',
    secrets: { read: ['agent-tokens'] },
  },
})

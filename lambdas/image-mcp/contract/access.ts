import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  server: {
    description: 'Serves the image tools to agents over MCP and authorizes agents',
    memoryMb: 1024,
    // A tool waits for its image up to 25 seconds.
    timeoutSeconds: 60,
    // A function URL has no throttle. Without this share, one agent could use up the concurrency of all APIs.
    share: 0.1,
    serves: ['oauth'],
    url: true,
    settings: ['STAGE', 'VERSION', 'WEBHOOK_LOOPBACK'],
    calls: ['images', 'platform'],
    publicUrls: ['images', 'platform'],
    rows: {
      OACLIENT: ['get', 'put'],
      OADOCUMENT: ['get', 'put'],
      // Concurrency slots for fetching client metadata documents.
      USE: ['update'],
      OAREQUEST: ['put'],
      OACODE: ['get', 'update'],
      OAGRANT: ['get', 'put'],
      OAKEYS: ['get', 'put'],
      // Resource servers that registered themselves.
      OARESOURCE: ['get'],
      ALLOWANCE: ['get', 'update'],
    },
    agents: { keyPrefix: 'gen_' },
    secrets: { read: ['agent-tokens'] },
  },
})

import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  mcp: {
    description: 'Serves the tools of the runtime to agents over MCP',
    memoryMb: 1024,
    // A tool waits up to 27 seconds for the runtime.
    timeoutSeconds: 60,
    // Maximum share of the account's concurrency. The URL has no throttle, so one agent could use up all of it.
    share: 0.1,
    serves: ['gateway'],
    url: true,
    settings: ['STAGE', 'VERSION'],
    calls: ['platform', 'runtime'],
    publicUrls: ['imageAgents', 'platform'],
    rows: {
      OAKEYS: ['get'],
      // It registers itself as a resource server.
      OARESOURCE: ['get', 'put'],
      // Read to check whether the user has revoked the agent.
      ALLOWANCE: ['get'],
    },
    agents: { keyPrefix: 'plat_' },
  },
})

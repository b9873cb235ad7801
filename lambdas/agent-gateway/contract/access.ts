import { defineAccess } from '@signet/kernel/access'

export const access = defineAccess({
  mcp: {
    description: 'Serves the tools of the runtime to agents over MCP',
    memoryMb: 1024,
    // A tool waits up to 27 seconds for the runtime.
    timeoutSeconds: 60,
    // Its address has no throttle of its own: without a share, one agent could take the room of every API.
    share: 0.1,
    serves: ['gateway'],
    url: true,
    settings: ['STAGE', 'VERSION'],
    asks: ['platform', 'runtime'],
    links: ['imageAgents', 'platform'],
    rows: {
      OAKEYS: ['get'],
      // It enters itself as a service that takes tokens.
      OARESOURCE: ['get', 'put'],
      // Whether the person has shut the agent out.
      ALLOWANCE: ['get'],
    },
    agents: 'plat_',
  },
})

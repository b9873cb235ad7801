import { GROUND } from './ground.ts'
import type { Room } from './room.ts'

/** The rooms of the layers that servers of agents stand on. */
export const AGENT_LAYER_ROOMS: readonly Room[] = [
  {
    name: 'schemas of the runtime',
    files: ['layers/runtime-schemas/contract/**'],
    reaches: ['layers/runtime-schemas/contract/**'],
    // Facts, roles and seeds are those of the engine, and what payers are told is of the ledger.
    packages: [
      ...['zod', '@signet/contracts', '@signet/ledger/paid-contract'],
      ...['@signet/readings/consult-schemas', '@signet/readings/schemas'],
    ],
  },
  {
    name: 'MCP layer',
    files: ['layers/mcp/src/**'],
    reaches: ['layers/mcp/src/**'],
    // Servers of agents use credentials, tools, budgets and calls of other services.
    packages: [
      ...GROUND,
      '@modelcontextprotocol/server',
      '@signet/identity',
      '@signet/identity/oauth',
      '@signet/ledger',
      '@signet/http-client/siblings',
    ],
  },
]

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
    name: 'agents layer',
    files: ['layers/mcp/src/agents/**'],
    reaches: ['layers/mcp/src/agents/**'],
    // It joins what servers of agents stand on: credentials, tools, budgets and siblings.
    packages: [
      ...GROUND,
      ...[
        '@signet/identity',
        '@signet/ledger',
        '@signet/identity/oauth',
        '@signet/mcp',
        '@signet/mcp/*',
        '@signet/siblings',
      ],
    ],
  },
  {
    name: 'oauth layer',
    files: ['layers/identity/src/oauth/**'],
    reaches: ['layers/identity/src/oauth/**'],
    // A grant belongs to a person (identity) and has a budget (ledger).
    packages: [...GROUND, '@signet/identity', '@signet/ledger', 'aws-jwt-verify', 'jose'],
  },
  {
    name: 'tools layer',
    files: ['layers/mcp/src/tools/**'],
    reaches: ['layers/mcp/src/tools/**'],
    packages: [...GROUND, '@modelcontextprotocol/server'],
  },
]

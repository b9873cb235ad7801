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
    files: ['layers/agents/src/**'],
    reaches: ['layers/agents/src/**'],
    // It joins what servers of agents stand on: credentials, tools, budgets and siblings.
    packages: [
      ...GROUND,
      ...[
        '@signet/identity',
        '@signet/ledger',
        '@signet/oauth',
        '@signet/tools',
        '@signet/tools/*',
        '@signet/siblings',
      ],
    ],
  },
  {
    name: 'oauth layer',
    files: ['layers/oauth/src/**'],
    reaches: ['layers/oauth/src/**'],
    // A grant belongs to a person (identity) and has a budget (ledger).
    packages: [...GROUND, '@signet/identity', '@signet/ledger', 'aws-jwt-verify', 'jose'],
  },
  {
    name: 'tools layer',
    files: ['layers/tools/src/**'],
    reaches: ['layers/tools/src/**'],
    packages: [...GROUND, '@modelcontextprotocol/server'],
  },
]

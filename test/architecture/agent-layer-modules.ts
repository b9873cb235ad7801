import { BASE_PACKAGES } from './base-packages.ts'
import type { Module } from './module.ts'

/** Modules of the layers that MCP servers use. */
export const AGENT_LAYER_MODULES: readonly Module[] = [
  {
    name: 'schemas of the runtime',
    files: ['layers/runtime-schemas/contract/**'],
    reaches: ['layers/runtime-schemas/contract/**'],
    // Reuses the schemas of facts, roles and seeds, and the type of paid contracts.
    packages: [
      ...['zod', '@signet/contracts', '@signet/ledger/paid-contract'],
      ...['@signet/readings/consult-schemas', '@signet/readings/schemas'],
    ],
  },
  {
    name: 'MCP layer',
    files: ['layers/mcp/src/**'],
    reaches: ['layers/mcp/src/**'],
    // MCP servers use credentials, tools, budgets and calls of other services.
    packages: [
      ...BASE_PACKAGES,
      '@modelcontextprotocol/server',
      '@signet/identity',
      '@signet/identity/oauth',
      '@signet/ledger',
      '@signet/http-client/siblings',
    ],
  },
]

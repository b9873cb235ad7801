import type { Tool } from '@signet/mcp'
import { RoleName } from '@signet/readings/consult-schemas'
import * as z from 'zod'
import { listed } from './bounded.ts'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, READS, SOME } from './gateway-tool.ts'

const Output = z.looseObject({
  role: z.string(),
  exists: z.boolean().describe('false: it was never asked'),
  tick: z.int().optional().describe('How often it was asked'),
  entropy: z.looseObject({}).describe('Cards that are left, and how varied the draws were'),
  recentMemories: listed('hash, at, intention, cards').optional(),
})

export const agentMemory = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'agent_memory',
    title: 'Memory of a role',
    description:
      'Reads what a role remembers of the runs of this account: recent runs with their hashes, cards that are left and were drawn, facts that were given twice. Costs nothing.',
    scope: 'agents:read',
    input: z.strictObject({ role: RoleName }),
    output: Output,
    hints: READS,
    rate: SOME,
    ask: async (params, context) => deps.platform.getRoleMemory({ params, ...atPlatform(context) }),
    words: ({ role, exists, tick = 0, recentMemories = [] }) =>
      exists
        ? [
            `${role} was asked ${tick} times.`,
            ...recentMemories.map(({ hash, at, intention }) => `- ${at} ${hash}: ${intention}`),
          ].join('\n')
        : `${role} was never asked: agent_run asks it.`,
  })

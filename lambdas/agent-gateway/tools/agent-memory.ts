import type { Tool } from '@signet/mcp'
import { RoleName } from '@signet/readings/consult-schemas'
import * as z from 'zod'
import { atPlatform } from './calls.ts'
import type { ToolDeps } from './deps.ts'
import { gatewayTool, HIGH_RATE, READS } from './gateway-tool.ts'
import { listOf } from './shorten-output.ts'

const Output = z.looseObject({
  role: z.string(),
  exists: z.boolean().describe('false: the role was never consulted'),
  tick: z.int().optional().describe('Number of consultations'),
  entropy: z.looseObject({}).describe('Remaining cards, and how varied the draws were'),
  recentMemories: listOf('hash, at, intention, cards').optional(),
})

export const agentMemory = (deps: ToolDeps): Tool =>
  gatewayTool(deps, {
    name: 'agent_memory',
    title: 'Memory of a role',
    description:
      'Returns the memory of a role for this account: recent runs with their hashes, remaining and drawn cards, confirmed facts. Costs nothing.',
    scope: 'agents:read',
    input: z.strictObject({ role: RoleName }),
    output: Output,
    hints: READS,
    rate: HIGH_RATE,
    ask: async (params, context) => deps.platform.getRoleMemory({ params, ...atPlatform(context) }),
    words: ({ role, exists, tick = 0, recentMemories = [] }) =>
      exists
        ? [
            `${role} was consulted ${tick} times.`,
            ...recentMemories.map(({ hash, at, intention }) => `- ${at} ${hash}: ${intention}`),
          ].join('\n')
        : `${role} was never consulted: call agent_run.`,
  })

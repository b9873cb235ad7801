import { defineContract } from '@signet/contracts'
import * as z from 'zod'
import { BAIL_REASONS } from './gap-fill.ts'

/** Event data of a gap fill: numbers, without texts. */
const FilledGaps = z
  .object({
    id: z.string(),
    org_id: z.string(),
    tenant_id: z.string(),
    policy_version: z.string(),
    iterations: z.int(),
    initial_gaps: z.int(),
    final_gaps: z.int(),
    bail_reason: z.enum(BAIL_REASONS).nullable(),
    assets: z.int(),
    cost_micro_usd: z.int(),
    editor: z.string(),
  })
  .meta({ id: 'GapFillResult' })

/** Telemetry events of gap fills. No consumer depends on them (spec platform-api 4.5). */
export const gapFillContract = defineContract({
  name: 'evidence-gap-fill',
  version: '1.0.0',
  description: 'Gap fills in events.',
  schema: FilledGaps,
  operations: {
    fill: {
      kind: 'command',
      description: 'A gap fill (automatic revision of a text to close evidence gaps) was counted against the quota.',
      emits: ['evidence-gap-fill.completed'],
    },
  },
  events: { 'evidence-gap-fill.completed': FilledGaps },
  surfaces: {},
  authority: { fill: 'internal' },
})

import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ruleMembers } from './rules.ts'
import { sloMembers } from './slos.ts'

/** Tenants with rules, which are looked at every minute, in eight partitions of the index. */
export const ruledRow = rowKeys({
  name: 'How many rules and objectives a tenant has',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'COUNT' },
  index: { gsi1pk: 'OBSRULED#<shard>', gsi1sk: '<tenant>' },
  owner: 'organization',
  exported: { none: 'a counter' },
  kept: 'until its account is deleted',
})

const kept = {
  id: z.string(),
  org: z.string(),
  name: z.string(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
}

export const ruleRow = rowKind({
  name: 'Rule on telemetry',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'RULE#<id>' },
  owner: 'organization',
  exported: { file: 'observe-rules' },
  keep: 'for ever',
  schema: z.object({
    ...kept,
    ...ruleMembers,
    epoch: z.int(),
    base_url: z.string(),
  }),
})

export const sloRow = rowKind({
  name: 'Service level objective',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'SLO#<id>' },
  owner: 'organization',
  exported: { file: 'observe-slos' },
  keep: 'for ever',
  schema: z.object({ ...kept, ...sloMembers }),
})

/** Times are milliseconds since 1970. */
export const ruleStateRow = rowKind({
  name: 'State of a rule for a worker, once its condition has held',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'STATE#<rule>#<worker>' },
  owner: 'organization',
  exported: { none: 'the state of a rule' },
  keep: 'for ever',
  kept: 'as long as the rule',
  schema: z.object({
    rule: z.string(),
    worker: z.string(),
    version: z.int(),
    epoch: z.int(),
    phase: z.enum(['ok', 'pending', 'firing']),
    since: z.number(),
    /** Since when the condition does not hold, while it is still firing. */
    clear_since: z.number().nullable(),
    checked_at: z.number(),
    value: z.number().nullable(),
    /** What was told when it fired, as JSON: whoever was told of the beginning is told of the end. */
    told: z.string().nullable(),
    told_at: z.number(),
  }),
})

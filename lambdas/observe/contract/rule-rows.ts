import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ruleMembers } from './rules.ts'
import { sloMembers } from './slos.ts'

/** Tenants with rules, in eight partitions of the index. The rules are evaluated every minute. */
export const ruledRow = rowKeys({
  name: 'Number of rules and objectives of a tenant',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'COUNT' },
  index: { gsi1pk: 'OBSRULED#<shard>', gsi1sk: '<tenant>' },
  owner: 'organization',
  exported: { none: 'a counter' },
  retention: 'until its account is deleted',
})

const entryMembers = {
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
    ...entryMembers,
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
  schema: z.object({ ...entryMembers, ...sloMembers }),
})

/** Times are milliseconds since 1970. */
export const ruleStateRow = rowKind({
  name: 'State of a rule for a worker whose condition has been met',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'STATE#<rule>#<worker>' },
  owner: 'organization',
  exported: { none: 'the state of a rule' },
  keep: 'for ever',
  retention: 'as long as the rule',
  schema: z.object({
    rule: z.string(),
    worker: z.string(),
    version: z.int(),
    epoch: z.int(),
    phase: z.enum(['ok', 'pending', 'firing']),
    since: z.number(),
    /** Time since which the condition is no longer met, while the rule is still firing. */
    clear_since: z.number().nullable(),
    checked_at: z.number(),
    value: z.number().nullable(),
    /**
     * Snapshot of the rule when it fired, as JSON. The recipients of the first notification also receive the resolve
     * notification.
     */
    told: z.string().nullable(),
    told_at: z.number(),
  }),
})

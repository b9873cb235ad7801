import { rowKeys, rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { ruleFields } from './rules.ts'
import { sloFields } from './slos.ts'

/** The index lists the tenants with rules in eight shards. The evaluation reads it every minute. */
export const ruleCountRow = rowKeys({
  name: 'Number of rules and SLOs of a tenant',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'COUNT' },
  index: { gsi1pk: 'OBSRULED#<shard>', gsi1sk: '<tenant>' },
  owner: 'organization',
  exported: { none: 'a counter' },
  retention: 'until its account is deleted',
})

const commonFields = {
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
  keep: 'permanent',
  schema: z.object({
    ...commonFields,
    ...ruleFields,
    /** Increases when the condition is changed or the rule is enabled or disabled. States of earlier epochs are closed. */
    epoch: z.int(),
    /** Origin of the console links in notifications. */
    base_url: z.string(),
  }),
})

export const sloRow = rowKind({
  name: 'Service level objective',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'SLO#<id>' },
  owner: 'organization',
  exported: { file: 'observe-slos' },
  keep: 'permanent',
  schema: z.object({ ...commonFields, ...sloFields }),
})

/** Times are milliseconds since 1970. */
export const ruleStateRow = rowKind({
  name: 'State of a rule for a worker whose condition has been met',
  prefix: 'OBSRULE#',
  keys: { pk: '<tenant>', sk: 'STATE#<rule>#<worker>' },
  owner: 'organization',
  exported: { none: 'the state of a rule' },
  keep: 'permanent',
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
    snapshot: z.string().nullable(),
    /** Time of the last write of the incident. */
    alert_written_at: z.number(),
  }),
})

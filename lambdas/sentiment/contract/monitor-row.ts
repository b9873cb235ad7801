import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { choices, Platform, PlatformSettings } from './monitor.ts'

/** Which secret signs, and which sign along: as layers/webhooks has it. */
const Signing = z.object({
  generation: z.int(),
  rotated_at: z.string().optional(),
  replaced: z.array(z.object({ generation: z.int(), until: z.string() })),
})

export const monitorRow = rowKind({
  name: 'Sentiment monitor of a tenant',
  prefix: 'MONITOR#',
  keys: { pk: '<org>', sk: 'TENANT#<tenant>' },
  keep: 'for ever',
  schema: z.object({
    org: z.string(),
    tenant: z.string(),
    /** Counts changes. */
    version: z.int(),
    stage: z.string(),
    enabled: z.boolean(),
    platforms: PlatformSettings,
    /** Since when each is listened to: what appeared before is nobody's. */
    since: z.record(Platform, z.string()),
    /** Platforms whose credentials are kept. */
    credentials: z.array(Platform),
    /** The secret that holds them, by the end of its name. */
    secret_ref: z.string(),
    endpoint: z.string(),
    verified_at: z.string(),
    ...choices,
    signing: Signing,
    created_at: z.string(),
    updated_at: z.string(),
  }),
})

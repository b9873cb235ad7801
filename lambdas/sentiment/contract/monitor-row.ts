import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { monitorOptions, Platform, PlatformSettings } from './monitor.ts'

const Signing = z.object({
  generation: z.int(),
  rotated_at: z.string().optional(),
  replaced: z.array(z.object({ generation: z.int(), until: z.string() })),
})

export const monitorRow = rowKind({
  name: 'Sentiment monitor of a tenant',
  prefix: 'MONITOR#',
  keys: { pk: '<org>', sk: 'TENANT#<tenant>' },
  owner: 'organization',
  exported: { file: 'monitors', without: ['secret_ref'] },
  keep: 'permanent',
  schema: z.object({
    org: z.string(),
    tenant: z.string(),
    version: z.int(),
    stage: z.string(),
    enabled: z.boolean(),
    platforms: PlatformSettings,
    /** Start time of each platform. Earlier mentions are ignored. */
    since: z.record(Platform, z.string()),
    /** Platforms with stored credentials. */
    credentials: z.array(Platform),
    /** Last part of the name of the secret with the credentials. */
    secret_ref: z.string(),
    endpoint: z.string(),
    verified_at: z.string(),
    ...monitorOptions,
    signing: Signing,
    created_at: z.string(),
    updated_at: z.string(),
  }),
})

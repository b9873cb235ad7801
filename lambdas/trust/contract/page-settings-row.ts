import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

export const pageSettingsRow = rowKind({
  name: 'Settings of trust pages',
  prefix: 'TRUST#',
  keys: { pk: '<org>', sk: 'PAGE' },
  owner: 'organization',
  exported: { file: 'trust-page' },
  keep: 'permanent',
  schema: z.object({
    displayName: z.string().optional(),
    accent: z.object({ light: z.string(), dark: z.string() }).optional(),
    website: z.string().optional(),
    securityContact: z.string().optional(),
    updated_at: z.string(),
  }),
})

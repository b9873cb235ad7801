import { createHash } from 'node:crypto'
import { rowTable, type TableDeps, transact } from '@signet/kernel'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'
import { FIRST_SECRET, rotatedSecret, type SecretState } from './secret-table.ts'

export const noticeRow = rowKind({
  name: 'Incident notification that is not yet delivered',
  prefix: 'OBSNOTE#',
  keys: { pk: '<tenant>', sk: 'NOTICE#<id>' },
  owner: 'organization',
  exported: { none: 'a notification of an alert' },
  keep: { days: 7 },
  schema: z.object({
    id: z.string(),
    url: z.string(),
    body: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    attempts: z.int(),
    next_attempt_at: z.string(),
    last_status: z.int().nullable(),
  }),
})

/** Generations of the notification secret of a telemetry tenant. The secret itself is not stored. */
export const alertSigningRow = rowKind({
  name: 'Generations of the secret that signs incident notifications',
  prefix: 'OBSNOTE#',
  keys: { pk: '<tenant>', sk: 'SIGNING' },
  owner: 'organization',
  exported: { none: 'a secret' },
  keep: 'permanent',
  schema: z.object({
    generation: z.int(),
    rotated_at: z.string().optional(),
    replaced: z.array(z.object({ generation: z.int(), until: z.string() })),
  }),
})

/**
 * Returns the id of the notification of an incident's start or end. Every attempt uses the same id, so that receivers
 * recognize duplicates.
 */
export const noticeIdOf = ({ id, status }: { readonly id: string; readonly status: 'firing' | 'resolved' }): string =>
  `msg_${createHash('sha256').update(`${id} ${status}`).digest('hex').slice(0, 32)}`

/** Returns the owner of the secret: telemetry tenants are distinct from tenants of the image service. */
export const alertSigner = (tenant: string): string => `observe/${tenant}`

/** Creates the table of secret generations for incident notifications. The secret itself is not stored. */
export const alertSigningTable = (deps: TableDeps) => {
  const rows = rowTable(alertSigningRow, deps)
  return {
    read: async (tenant: string): Promise<SecretState> => (await rows.get({ tenant })) ?? FIRST_SECRET,

    /** Creates a new current secret. The previous secret also signs for a day. */
    rotate: (tenant: string): Promise<SecretState> =>
      transact<SecretState>(deps, async () => {
        const stored = await rows.get({ tenant })
        const after = rotatedSecret(stored ?? FIRST_SECRET, deps.now())
        const next = { ...after, replaced: [...after.replaced] }
        const write = stored
          ? rows.steps.replace({ tenant }, next, { generation: stored.generation })
          : rows.steps.putNew({ tenant }, next)
        return { steps: [write], result: after }
      }),
  }
}
export type AlertSigningTable = ReturnType<typeof alertSigningTable>

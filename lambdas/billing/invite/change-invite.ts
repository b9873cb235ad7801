import type { Clock, Log, RowTable } from '@signet/kernel'
import * as z from 'zod'
import { INVITE_ONLY } from '../checkout/catalog.ts'
import type { inviteRow } from '../contract/invite-row.ts'

/**
 * An operator's decision to invite an organization to a product, or to end the invitation. Earlier purchases are not
 * affected.
 */
export const InviteChange = z.strictObject({
  op: z.enum(['invite', 'withdraw']),
  org_id: z.string().min(1).max(100),
  product: z.enum(INVITE_ONLY),
  by: z.string().min(1).max(200),
})
export type InviteChange = z.infer<typeof InviteChange>

export interface InviteDeps {
  readonly invites: RowTable<typeof inviteRow>
  readonly now: Clock
  readonly log: Log
}

/** Creates or ends an invitation. Repeating it changes nothing. */
export const changeInvite =
  ({ invites, now, log }: InviteDeps) =>
  async ({ op, org_id, product, by }: InviteChange): Promise<{ outcome: 'changed' | 'nothing' }> => {
    const key = { org: org_id, product }
    const isChanged =
      op === 'invite'
        ? await invites.putNew(key, { org_id, product, invited_by: by, invited_at: now().toISOString() })
        : await invites.remove(key, { org_id })
    log.info('invitation changed', { op, org_id, product, by, is_changed: isChanged })
    return { outcome: isChanged ? 'changed' : 'nothing' }
  }

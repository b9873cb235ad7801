import { reply } from '@signet/contracts'
import { cloudEvent } from '@signet/contracts/events'
import type { LeakedKey, LeakedKeys } from '@signet/identity'
import { type Route, route } from '@signet/kernel'
import type { Outbox } from '@signet/kernel/events'
import { apiKeyContract } from '../contract/key-events.ts'
import { reportLeakedKey } from '../contract/keys.ts'

/** Builds the event of a leaked key. Its subscribers notify the owner. A key leaks at most once. */
const leakedEvent = ({ digest, row, revokedAt }: LeakedKey) =>
  cloudEvent(apiKeyContract, 'api-key.leaked', {
    entity: digest,
    version: 1,
    time: new Date(revokedAt),
    tenant: row.tenant_id,
    data: {
      key_digest: digest,
      key_id: row.key_id ?? null,
      prefix: row.prefix ?? null,
      org_id: row.org_id ?? null,
      tenant_id: row.tenant_id,
      user_id: row.user_id ?? null,
      revoked_at: revokedAt,
    },
  })

/** Accepts reports of leaked keys from any client. The response does not reveal whether the key existed. */
export const leakedKeyRoute = ({ leaked, outbox }: { readonly leaked: LeakedKeys; readonly outbox: Outbox }): Route =>
  route(reportLeakedKey, async ({ body, log }) => {
    const leakedKey = await leaked.revoke(body.key, (key) => outbox.steps([leakedEvent(key)]))
    if (leakedKey) {
      log.warn('leaked key revoked', { key: leakedKey.row.key_id ?? leakedKey.digest.slice(0, 16) })
      await outbox.publish([leakedEvent(leakedKey)])
    }
    return reply(202, { received: true as const }, { 'cache-control': 'no-store' })
  })

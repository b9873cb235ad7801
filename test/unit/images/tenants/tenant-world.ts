import type { CloudEvent } from '@signet/contracts/events'
import type { IdempotencyKey } from '@signet/kernel'
import { newUuid } from '@signet/kernel'
import { outbox, outboxTable } from '@signet/kernel/events'
import { keyring } from '../../../../lambdas/images/tenants/tenant-keyring.ts'
import type { TenantRow } from '../../../../lambdas/images/tenants/tenant-row.ts'
import { tenantTable } from '../../../../lambdas/images/tenants/tenant-table.ts'
import { keyAuthenticator } from '../../../../layers/identity/src/key-table.ts'
import { createLog } from '../../../../layers/kernel/src/log.ts'
import { requireGranted } from '../../../support/granted.ts'
import { manualClock } from '../../../support/sample-job.ts'
import { openTable, TABLE } from '../../../support/table-world.ts'

const pepper = async () => 'pepper'
const log = createLog({ write: () => {} })

/** Tenants and their keys on the embedded table, under a clock that moves only on command. */
export async function openTenants() {
  const world = await openTable()
  const clock = manualClock()
  const deps = { db: world.db, table: TABLE, now: clock.now }
  const busEvents: CloudEvent[] = []
  const bus = {
    async send(events: readonly CloudEvent[]) {
      busEvents.push(...events)
      return events
    },
  }
  const tenants = tenantTable({ ...deps, outbox: outbox({ table: outboxTable(deps), bus, log }) })
  const keys = keyring(pepper, newUuid)
  const authenticate = keyAuthenticator({ ...deps, prefix: 'gen_', pepper })
  return {
    world,
    clock,
    tenants,
    busEvents,
    keys,
    /** Tenant of the raw key; undefined if it is refused. */
    async tenantOf(raw: string): Promise<string | undefined> {
      const arrived = { sourceIp: '203.0.113.7', method: 'GET', origin: 'https://a', baseUrl: 'https://a' }
      const credentials = { headers: { 'x-api-key': raw }, ...arrived }
      const caller = await authenticate(credentials).catch(() => undefined)
      return caller?.tenantId
    },
    async create(userId: string, once?: IdempotencyKey) {
      const key = await keys.generate()
      const row: TenantRow = {
        user_id: userId,
        tenant_id: newUuid(),
        account_id: `account of ${userId}`,
        scopes: ['generate', 'read'],
        api_key_prefix: key.prefix,
        key_digest: key.digest,
        created_at: clock.now().toISOString(),
      }
      const written = await requireGranted(tenants.create(row, key.salt, once))
      return { ...written, raw: await keys.rawKeyOf(written.salt) }
    },
    /** Rotates with a grace in seconds; undefined if the user has no such tenant. */
    async rotate(userId: string, tenantId: string, graceSeconds = 0, once?: IdempotencyKey) {
      const until = new Date(clock.now().getTime() + graceSeconds * 1000).toISOString()
      const oldKeyUntil = graceSeconds === 0 ? undefined : until
      const written = await requireGranted(
        tenants.rotate({ userId, tenantId }, await keys.generate(), { oldKeyUntil, idempotencyKey: once }),
      )
      return written && { ...written, raw: await keys.rawKeyOf(written.salt) }
    },
  }
}

export type Tenants = Awaited<ReturnType<typeof openTenants>>

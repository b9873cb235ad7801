import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { receivedEvents, redeliver } from '../../support/bus.ts'
import { advance, killAt } from '../../support/control.ts'
import { newFlag, patchFlag } from '../../support/flags.ts'
import { messagesIn } from '../../support/job-faults.ts'
import { newTenant } from '../../support/keys.ts'

const QUEUE = 'FlagReceipts'
/** Longer than the visibility timeout of the queue. */
const VISIBLE_AGAIN_MS = 181_000

interface Receipt {
  readonly ref: string
  readonly seq: number
}

/** Creates a tenant that can create a flag, change it and list the receipts of its changes. */
const newFlagOwner = async () => {
  const scopes = ['flags:read', 'flags:write', 'receipts:read']
  const { key, tenantId } = await newTenant({ scopes, prefix: 'plat_' })
  const refs = async () => {
    const { body } = await call<{ receipts: readonly Receipt[] }>('GET', '/api/receipts?kind=flags.audit', {
      key,
      as: 'listReceipts',
    })
    return body.receipts.toSorted((a, b) => a.seq - b.seq).map(({ ref }) => ref)
  }
  const change = (version: number) => patchFlag(key, 'ramp', { version, enabled: version % 2 === 1 })
  return { tenantId, refs, change, create: () => newFlag(key, { key: 'ramp', type: 'boolean' }) }
}

test('a failed message blocks only its group, and a repeated message is dropped', async () => {
  const first = await newFlagOwner()
  const other = await newFlagOwner()
  await killAt('flags-receipt', 'before')
  await first.create()
  await expect.poll(() => messagesIn(QUEUE), { timeout: 10_000 }).toEqual({ visible: 0, inFlight: 1 })
  for (const version of [1, 2]) expect((await first.change(version)).status).toBe(200)
  await other.create()
  await expect.poll(other.refs, { timeout: 10_000 }).toEqual(['production/1'])
  expect(await first.refs()).toEqual([])
  const blockedCounts = { visible: 2, inFlight: 1 }
  await expect.poll(() => messagesIn(QUEUE), { timeout: 10_000 }).toEqual(blockedCounts)
  const events = await receivedEvents(({ type, tenantid }) => type.includes('flag') && tenantid === first.tenantId)
  expect(events).toHaveLength(3)
  for (const event of events) await redeliver(event)
  await other.change(1)
  await expect.poll(other.refs, { timeout: 10_000 }).toEqual(['production/1', 'production/2'])
  // The event of the other group was sent last, so repeated messages would be in the queue by now.
  expect(await messagesIn(QUEUE)).toEqual(blockedCounts)
  await advance(VISIBLE_AGAIN_MS)
  await expect.poll(first.refs, { timeout: 10_000 }).toEqual(['production/1', 'production/2', 'production/3'])
})

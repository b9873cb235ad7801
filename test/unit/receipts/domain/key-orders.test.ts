import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { rowTable } from '@signet/kernel'
import { rawOfRecord, readStatement, verifyReceipt } from '@signet/receipts'
import { envelopeOf, keySet, receiptIssuer, recordOf } from '@signet/receipts/issuing'
import { receiptRow } from '@signet/receipts/rows'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carryOutOrder, PLATFORM_ORG } from '../../../../lambdas/receipts/keys/carry-out-order.ts'
import { KeyOrder } from '../../../../lambdas/receipts/keys/key-orders.ts'
import { atEveryCall, crashPoint } from '../../../support/crash-point.ts'
import { openTable, TABLE, type TableWorld } from '../../../support/table-world.ts'
import { expectWholeChain, IMAGE, issuerDeps, issuerIn, ofJob, receiptOf, under } from '../issuing/issuing-world.ts'

let world: TableWorld
beforeEach(async () => {
  world = await openTable()
})
afterEach(() => world.close())

const carryOut = (on: Pick<TableWorld, 'db'> = world) => {
  const deps = issuerDeps(on)
  return carryOutOrder({ ...deps, issue: receiptIssuer(deps) })
}
const keysNow = async () => {
  const deps = issuerDeps(world)
  return (await keySet(deps).all('receipt')).map((key) => recordOf(key, deps.now()))
}
const firstKid = async () => {
  await issuerIn(world)(IMAGE, ofJob('ada', 'first'))
  return String((await receiptOf(world, 'ada', 'image:first'))?.kid)
}
/** Verifies the receipts about keys with the current key set. */
const receiptStates = async () => {
  const rows = await expectWholeChain(world, PLATFORM_ORG)
  const receipts = rowTable(receiptRow, issuerDeps(world))
  return Promise.all(
    rows.map(async ({ pk }) => {
      const row = await receipts.get({ hash: String(pk).slice('RECEIPT#'.length) })
      if (!row) throw new Error('The row does not exist')
      const publicClaims = JSON.parse(String(row.claims)) as { event: string }
      const verdict = await verifyReceipt({ envelope: envelopeOf(row), keys: await keysNow(), publicClaims })
      const { subject } = readStatement(Buffer.from(row.payload, 'base64'))
      return {
        ...publicClaims,
        signedBy: row.kid,
        signature: verdict.checks.signature.status,
        subject: subject[0].name,
      }
    }),
  )
}

describe('key orders', () => {
  it('rotate: the previous key signs the receipt about the next key and stays valid for a day', async () => {
    const first = await firstKid()
    const { keys } = await carryOut()({ action: 'rotate', from: first })
    const [next, old] = keys
    expect([next?.status, old?.kid, old?.status]).toEqual(['active', first, 'active'])
    expect(next && rawOfRecord(next)).toBeDefined()
    expect(await receiptStates()).toMatchObject([
      {
        event: 'rotated',
        kid: next?.kid,
        previousKid: first,
        previousUntil: old?.valid_until,
        signedBy: first,
        signature: 'pass',
      },
    ])
    await issuerIn(world)(IMAGE, ofJob('ada', 'second'))
    expect((await receiptOf(world, 'ada', 'image:second'))?.kid).toBe(next?.kid)
  })

  it('revoke: the next key takes over and signs the receipt about the revocation', async () => {
    const first = await firstKid()
    const { keys } = await carryOut()({ action: 'revoke', kid: first, reason: 'It was on a laptop' })
    const next = keys.find(({ kid }) => kid !== first)
    expect(keys.find(({ kid }) => kid === first)).toMatchObject({ status: 'revoked' })
    expect(await receiptStates()).toMatchObject([
      { event: 'revoked', kid: first, reason: 'It was on a laptop', signedBy: next?.kid, signature: 'pass' },
    ])
  })

  it('a retry after a crash at any call yields one receipt per event and one signing key', async () => {
    const first = await firstKid()
    const crashes = await atEveryCall(crashPoint, async (crash, name) => {
      await carryOut({ db: under(world, crash) })({ action: 'revoke', kid: first, reason: 'Stolen' }).catch(
        () => undefined,
      )
      await carryOut()({ action: 'revoke', kid: first, reason: 'Stolen' })
      expect([name, (await receiptStates()).map(({ event }) => event)]).toEqual([name, ['revoked']])
      expect((await keysNow()).map(({ status }) => status)).toEqual(['active', 'revoked'])
      // The next run starts where this one did.
      for (const { pk, sk } of await world.rows())
        await world.db.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }))
      await firstKid()
    })
    expect(crashes).toBeGreaterThan(8)
  })

  it('reject missing keys, unknown keys and incomplete orders with instructions', async () => {
    const first = await firstKid()
    const { keys } = await carryOut()({ action: 'rotate', from: first })
    await expect(carryOut()({ action: 'rotate', from: String(keys[0]?.kid) })).rejects.toThrow('RECEIPT_KEYS')
    await expect(carryOut()({ action: 'revoke', kid: 'x'.repeat(43), reason: 'No' })).rejects.toThrow('does not exist')
    for (const order of [{ action: 'rotate' }, { action: 'revoke', kid: first }, { action: 'delete', kid: first }])
      expect(KeyOrder.safeParse(order).success).toBe(false)
  })
})

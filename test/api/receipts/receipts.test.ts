import { opens, readStatement } from '@signet/receipts'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { call } from '../../support/api.ts'
import { atLaterTime, endOutages, planOutage, stackNow } from '../../support/control.ts'
import { newTenant } from '../../support/keys.ts'
import { receiptOfImage, receiptOfMonth, sha256, waitUntilLogged } from '../../support/receipts.ts'
import { testStack } from '../../support/test-stack.ts'

afterEach(endOutages)

interface ListBody {
  readonly hash: string
  readonly kind: string
  readonly seq: number
  readonly subject: string
  readonly ref: string | null
  readonly issuedAt: string
  readonly claimsVisibility: string
  readonly verifyUrl: string
  readonly state: string
  readonly logged: boolean
}
interface ReceiptBody extends ListBody {
  readonly envelope: { readonly payload: string; readonly signatures: { readonly keyid: string }[] }
  readonly claims?: unknown
  readonly opening?: { readonly salt: string; readonly claims: unknown }
  readonly log: { readonly year: string; readonly index: number } | null
  readonly status: Status
  readonly code?: string
}
interface Status {
  readonly state: string
  readonly at: string | null
  readonly reason: string | null
  readonly by: string | null
}
interface WithdrawalBody {
  readonly hash: string
  readonly verifyUrl: string
  readonly status: Status
  readonly code?: string
  readonly errors?: { readonly field: string }[]
}
interface Page {
  readonly receipts: ListBody[]
  readonly next_cursor: string | null
  readonly code?: string
}

const SCOPES = ['receipts:read', 'receipts:write']
const newOrg = () => newTenant({ scopes: SCOPES, prefix: 'plat_' })
const list = (key: string, query = '') => call<Page>('GET', `/api/receipts${query}`, { key, as: 'listReceipts' })
const get = (key: string, hash: string) => call<ReceiptBody>('GET', `/api/receipts/${hash}`, { key, as: 'getReceipt' })
const withdraw = (key: string, hash: string, body: object) =>
  call<WithdrawalBody>('POST', `/api/receipts/${hash}/withdraw`, { key, body, as: 'withdrawReceipt' })
const hashesOf = ({ body }: { readonly body: Page }) => body.receipts.map(({ hash }) => hash)

describe('GET /api/receipts', () => {
  let key: string
  const issued: string[] = []
  let between: string
  beforeAll(async () => {
    const org = await newOrg()
    key = org.key
    issued.push((await receiptOfImage(org.tenantId)).hash, (await receiptOfMonth(org.tenantId, '2026-09')).hash)
    between = new Date((await stackNow()) + 1_000).toISOString()
    issued.push((await atLaterTime(2_000, () => receiptOfImage(org.tenantId))).hash)
  })

  test('listReceipts returns 200, newest first, in pages', async () => {
    const first = await list(key, '?limit=2')
    expect(hashesOf(first)).toEqual([issued[2], issued[1]])
    expect(first.body.receipts[0]).toMatchObject({ kind: 'image', seq: 3, claimsVisibility: 'private' })
    expect(first.body.receipts[0]?.verifyUrl).toBe(`${testStack().urls.platform}/verify/${issued[2]}`)
    const secondPage = await list(key, `?limit=2&cursor=${first.body.next_cursor}`)
    expect([hashesOf(secondPage), secondPage.body.next_cursor]).toEqual([[issued[0]], null])
  })

  test('listReceipts returns 200 filtered by kind, subject and time', async () => {
    expect(hashesOf(await list(key, '?kind=image'))).toEqual([issued[2], issued[0]])
    expect(hashesOf(await list(key, `?subject=${sha256('2026-09')}`))).toEqual([issued[1]])
    expect(hashesOf(await list(key, `?subject=${sha256('2026-09')}&kind=image`))).toEqual([])
    expect(hashesOf(await list(key, `?until=${between}`))).toEqual([issued[1], issued[0]])
    const fromBetween = await list(key, `?from=${between}&limit=2`)
    expect([hashesOf(fromBetween), fromBetween.body.next_cursor]).toEqual([[issued[2]], null])
    expect(hashesOf(await list(key, `?from=${between}&until=${between}`))).toEqual([])
  })

  test('listReceipts returns 200 with the status of each receipt and whether it is logged', async () => {
    const org = await newOrg()
    const { hash } = await receiptOfImage(org.tenantId)
    expect((await withdraw(org.key, hash, { reason: 'Wrong' })).status).toBe(200)
    const states = (await list(org.key)).body.receipts.map(({ kind, state }) => [kind, state])
    expect(states).toEqual([
      ['receipt.withdraw', 'active'],
      ['image', 'withdrawn'],
    ])
    await vi.waitFor(
      async () => expect((await list(org.key)).body.receipts.map(({ logged }) => logged)).toEqual([true, true]),
      { timeout: 60_000, interval: 500 },
    )
  })

  test("listReceipts returns 200 without another organization's receipts", async () => {
    const otherOrg = await newOrg()
    expect((await list(otherOrg.key)).body).toEqual({ receipts: [], next_cursor: null })
    expect(hashesOf(await list(otherOrg.key, `?subject=${sha256('2026-09')}`))).toEqual([])
  })

  test.each(['kind=poem', 'subject=abc', 'from=yesterday', 'limit=0', 'cursor=!', 'more=1'])(
    'listReceipts returns 400: %s',
    async (query) => {
      const { status, body } = await list(key, `?${query}`)
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )

  test('listReceipts and getReceipt return 503 while the table is throttled', async () => {
    const throttling = { service: 'dynamodb', times: 1_000, type: 'ProvisionedThroughputExceededException' } as const
    await planOutage({ ...throttling, operation: 'Query', function: 'receipts-api' })
    expect((await list(key)).status).toBe(503)
    await endOutages()
    await planOutage({ ...throttling, operation: 'GetItem', function: 'receipts-api' })
    expect((await get(key, issued[0] ?? '')).status).toBe(503)
  })
})

describe('GET /api/receipts/:hash', () => {
  test('getReceipt returns 200 with a private receipt and its opening for the owner', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfImage(tenantId, 'a hive of bees')
    const { status, body } = await get(key, hash)
    expect([status, body.status]).toEqual([200, { state: 'active', at: null, reason: null, by: null }])
    const { predicate } = readStatement(Buffer.from(body.envelope.payload, 'base64'))
    expect(body.opening?.claims).toEqual({ prompt: 'a hive of bees' })
    expect(opens(predicate.claims, { salt: '', claims: undefined, ...body.opening })).toBe(true)
    expect(predicate.chain.seq).toBe(1)
    await waitUntilLogged(hash)
    expect((await get(key, hash)).body.log).toMatchObject({ year: body.issuedAt.slice(0, 4) })
  })

  test('getReceipt returns 200 with a public receipt and its claims', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    const { body } = await get(key, hash)
    expect([body.claims, body.opening, body.claimsVisibility]).toEqual([{ month: '2026-10' }, undefined, 'public'])
  })

  test('getReceipt returns 200 without the opening after the described data was erased', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfImage(tenantId, 'gone soon', new Date((await stackNow()) + 30_000))
    expect((await get(key, hash)).body.opening).toBeDefined()
    const { status, body } = await atLaterTime(31_000, () => get(key, hash))
    expect([status, body.opening]).toEqual([200, undefined])
  })

  test("getReceipt returns 404 for another organization's and an unknown receipt, 400 for a malformed hash", async () => {
    const ada = await newOrg()
    const bob = await newOrg()
    const { hash } = await receiptOfMonth(ada.tenantId, '2026-10')
    const foreign = await get(bob.key, hash)
    const absent = await get(bob.key, sha256('nothing'))
    expect([foreign.status, foreign.body]).toEqual([404, absent.body])
    for (const wrong of ['abc', hash.toUpperCase(), `${hash}0`]) expect((await get(ada.key, wrong)).status).toBe(400)
  })
})

describe('POST /api/receipts/:hash/withdraw', () => {
  test('withdrawReceipt returns 200, issues a withdrawal receipt, and is idempotent', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    const withdrawal = await withdraw(key, hash, { reason: 'It counts a refund twice' })
    expect(withdrawal.status).toBe(200)
    expect(withdrawal.body.status).toMatchObject({
      state: 'withdrawn',
      reason: 'It counts a refund twice',
      by: withdrawal.body.hash,
    })
    expect((await withdraw(key, hash, { reason: 'It counts a refund twice' })).body).toEqual(withdrawal.body)
    const withdrawalReceipt = await get(key, withdrawal.body.hash)
    expect(withdrawalReceipt.body).toMatchObject({ kind: 'receipt.withdraw', subject: hash, seq: 2, ref: hash })
    expect(withdrawalReceipt.body.claims).toEqual({
      state: 'withdrawn',
      receipt: hash,
      reason: 'It counts a refund twice',
    })
    expect((await get(key, hash)).body.status).toEqual(withdrawal.body.status)
  })

  test('withdrawReceipt returns 200 and supersedes the receipt by another one', async () => {
    const { key, tenantId } = await newOrg()
    const oldReceipt = await receiptOfMonth(tenantId, '2026-09')
    const newReceipt = await receiptOfMonth(tenantId, '2026-10')
    const body = { reason: 'Corrected', superseded_by: newReceipt.hash }
    const result = await withdraw(key, oldReceipt.hash, body)
    expect(result.body.status).toMatchObject({ state: 'superseded', by: newReceipt.hash })
    expect((await withdraw(key, oldReceipt.hash, body)).body.hash).toBe(result.body.hash)
  })

  test('withdrawReceipt returns 409 conflict for different values; of two concurrent requests one succeeds', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    const results = await Promise.all(['one', 'two'].map((reason) => withdraw(key, hash, { reason })))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(results.find(({ status }) => status === 409)?.body.code).toBe('conflict')
    expect((await list(key)).body.receipts).toHaveLength(2)
  })

  test('withdrawReceipt returns 409 receipt_conflict after five concurrent receipts of the organization', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    await planOutage({
      service: 'dynamodb',
      operation: 'TransactWriteItems',
      function: 'receipts-api',
      times: 5,
      status: 400,
      type: 'TransactionCanceledException',
      body: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(9).fill({ Code: 'None' })] },
    })
    const { status, body, headers } = await withdraw(key, hash, { reason: 'Too late' })
    expect([status, body.code, headers.get('retry-after')]).toEqual([409, 'receipt_conflict', '1'])
    expect((await get(key, hash)).body.status.state).toBe('active')
    expect((await withdraw(key, hash, { reason: 'Too late' })).status).toBe(200)
  })

  test('withdrawReceipt returns 422 for a receipt that records a status change', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    const done = await withdraw(key, hash, { reason: 'Wrong' })
    const again = await withdraw(key, done.body.hash, { reason: 'Not wrong' })
    expect([again.status, again.body.code]).toEqual([422, 'unprocessable'])
  })

  test("withdrawReceipt returns 404 for another organization's receipt, 400 for an invalid replacement or reason", async () => {
    const ada = await newOrg()
    const bob = await newOrg()
    const { hash } = await receiptOfMonth(ada.tenantId, '2026-10')
    const foreign = await receiptOfMonth(bob.tenantId, '2026-10')
    expect((await withdraw(bob.key, hash, { reason: 'Mine' })).status).toBe(404)
    for (const superseded_by of [hash, foreign.hash, sha256('nothing')]) {
      const { status, body } = await withdraw(ada.key, hash, { reason: 'Wrong', superseded_by })
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'superseded_by'])
    }
    for (const reason of ['', ' ', 'x'.repeat(501), 'two\nlines'])
      expect((await withdraw(ada.key, hash, { reason })).status).toBe(400)
    expect((await get(ada.key, hash)).body.status.state).toBe('active')
  })

  test('withdrawReceipt returns 503 while the table is throttled and changes nothing', async () => {
    const { key, tenantId } = await newOrg()
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    const busy = { service: 'dynamodb', times: 1_000, type: 'ProvisionedThroughputExceededException' } as const
    await planOutage({ ...busy, operation: 'TransactWriteItems', function: 'receipts-api' })
    expect((await withdraw(key, hash, { reason: 'Wrong' })).status).toBe(503)
    await endOutages()
    expect((await get(key, hash)).body.status.state).toBe('active')
  })

  test('withdrawReceipt requires the scope receipts:write', async () => {
    const { key, tenantId } = await newTenant({ scopes: ['receipts:read'], prefix: 'plat_' })
    const { hash } = await receiptOfMonth(tenantId, '2026-10')
    expect((await withdraw(key, hash, { reason: 'Wrong' })).status).toBe(403)
  })
})

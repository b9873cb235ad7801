import { createHash } from 'node:crypto'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { accountTable, giftPosting } from '@signet/ledger'
import { type Opening, opens, readStatement } from '@signet/receipts'
import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newArchivist, uploadSimple, waitUntilImported } from '../../support/archive.ts'
import { chatGptExport } from '../../support/archive-talk.ts'
import { runFunction, stackNow } from '../../support/control.ts'
import { newFlag, patchFlag } from '../../support/flags.ts'
import { newTenant, table } from '../../support/keys.ts'
import { testStack } from '../../support/test-stack.ts'

interface ReceiptResponse {
  readonly hash: string
  readonly ref: string | null
  readonly subject: string
  readonly envelope: { readonly payload: string }
  readonly opening?: Opening
}
interface Verification {
  readonly valid: boolean
  readonly kind: string
}

const listReceipts = async (key: string, kind: string) =>
  (await call<{ receipts: ReceiptResponse[] }>('GET', `/api/receipts?kind=${kind}`, { key, as: 'listReceipts' })).body
    .receipts
const getReceipt = async (key: string, hash: string) =>
  (await call<ReceiptResponse>('GET', `/api/receipts/${hash}`, { key, as: 'getReceipt' })).body
const verifyReceipt = async (hash: string) =>
  (await call<Verification>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })).body

/** Returns whether the opening proves the claims of the receipt. */
const isOpeningValid = ({ envelope, opening }: ReceiptResponse): boolean =>
  opening !== undefined && opens(readStatement(Buffer.from(envelope.payload, 'base64')).predicate.claims, opening)

test('each version of a flag set has a receipt of the end of its audit log', async () => {
  const { key } = await newTenant({ scopes: ['flags:read', 'flags:write', 'receipts:read'], prefix: 'plat_' })
  await newFlag(key, { key: 'new-checkout', type: 'boolean' })
  expect((await patchFlag(key, 'new-checkout', { version: 1, enabled: true })).status).toBe(200)
  await expect.poll(async () => (await listReceipts(key, 'flags.audit')).length, { timeout: 20_000 }).toBe(2)
  interface Log {
    readonly entries: readonly { readonly sequence: number; readonly hash: string; readonly previousHash: string }[]
  }
  const { entries } = (await call<Log>('GET', '/flags/audit', { key, as: 'listAudit' })).body
  const receipts = await listReceipts(key, 'flags.audit')
  for (const { sequence, hash, previousHash } of entries) {
    const listedReceipt = receipts.find(({ ref }) => ref === `production/${sequence}`)
    expect(listedReceipt?.subject).toBe(hash)
    const receipt = await getReceipt(key, String(listedReceipt?.hash))
    expect(isOpeningValid(receipt)).toBe(true)
    expect(receipt.opening?.claims).toMatchObject({
      environment: 'production',
      version: sequence,
      head: hash,
      previousHead: previousHash,
    })
    expect(await verifyReceipt(String(listedReceipt?.hash))).toMatchObject({ valid: true, kind: 'flags.audit' })
  }
})

test('a completed import has a receipt of its file, whose opening is deleted with the upload', async () => {
  const { session: key } = await newArchivist()
  const file = chatGptExport({ id: 'bees', title: 'Bees', said: ['How do bees dance?'] })
  const { id } = (await uploadSimple(key, file)).body
  const { conversations } = await waitUntilImported(key, id)
  await expect.poll(async () => (await listReceipts(key, 'archive.import')).length, { timeout: 20_000 }).toBe(1)
  const [listedReceipt] = await listReceipts(key, 'archive.import')
  const hash = String(listedReceipt?.hash)
  expect(listedReceipt).toMatchObject({ ref: id, subject: createHash('sha256').update(file).digest('hex') })
  const receipt = await getReceipt(key, hash)
  expect(isOpeningValid(receipt)).toBe(true)
  expect(receipt.opening?.claims).toMatchObject({ uploadId: id, state: 'completed', ...conversations, items: 1 })
  expect(JSON.stringify(receipt)).not.toMatch(/bees/i)
  expect(await verifyReceipt(hash)).toMatchObject({ valid: true, kind: 'archive.import' })
  expect((await call('DELETE', `/api/uploads/${id}`, { key, as: 'deleteUpload' })).status).toBe(202)
  await expect.poll(async () => (await getReceipt(key, hash)).opening, { timeout: 20_000 }).toBeUndefined()
  expect(await verifyReceipt(hash)).toMatchObject({ valid: true })
})

test('a past month with credit movements has a statement of its ledger', async () => {
  const { key, tenantId } = await newTenant({ scopes: ['receipts:read'], prefix: 'plat_' })
  const today = new Date(await stackNow())
  const lastMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15))
  const month = lastMonth.toISOString().slice(0, 7)
  const TableName = testStack().table
  const accounts = accountTable({ db: table(), table: TableName, now: () => lastMonth, isOwnAccount: async () => true })
  await accounts.post(tenantId, { type: 'gift', ref: 'thanks' }, (account) => giftPosting(account, 10))
  // Earlier runs on this stack may have completed the month.
  await table().send(new DeleteCommand({ TableName, Key: { pk: `LEDGERRUN#${month}`, sk: 'RUN' } }))
  await runFunction('images-statements', { after: 3_600_000 })
  const statements = await listReceipts(key, 'ledger.statement')
  expect(statements).toHaveLength(1)
  const receipt = await getReceipt(key, String(statements[0]?.hash))
  expect(receipt.ref).toBe(month)
  expect(isOpeningValid(receipt)).toBe(true)
  expect(receipt.opening?.claims).toEqual({
    month,
    openingCredits: 0,
    closingCredits: 60,
    postings: 2,
    sums: {
      welcome: { postings: 1, credits: 50, moneyMicroUsd: 0 },
      gift: { postings: 1, credits: 10, moneyMicroUsd: 0 },
    },
  })
  expect(await verifyReceipt(receipt.hash)).toMatchObject({ valid: true, kind: 'ledger.statement' })
})

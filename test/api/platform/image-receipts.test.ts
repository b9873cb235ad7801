import { createHash, randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { apiKeyDigest } from '@signet/identity'
import type { Job } from '@signet/imaging/schemas/job'
import { type Opening, opens, readStatement } from '@signet/receipts'
import { expect, test } from 'vitest'
import { mintApiKey } from '../../../layers/identity/src/api-key.ts'
import { call } from '../../support/api.ts'
import { generateCompleted } from '../../support/jobs.ts'
import { newTenant, pepper, table } from '../../support/keys.ts'
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
  readonly checks: Readonly<Record<string, { readonly status: string }>>
}

/** Creates a key of the image service and one of the platform for one organization. */
const newOrganization = async () => {
  const { key: images, tenantId } = await newTenant()
  const platform = mintApiKey('plat_')
  const row = { pk: `KEY#${apiKeyDigest(await pepper(), platform)}`, sk: 'KEY', tenant_id: tenantId }
  const Item = { ...row, scopes: ['receipts:read'] }
  await table().send(new PutCommand({ TableName: testStack().table, Item }))
  return { images, platform }
}

const getJob = async (key: string, id: string) =>
  (await call<Job>('GET', `/v2/jobs/${id}`, { key, as: 'job_get' })).body
const fetchAsset = (job: Job, query = '', headers: Record<string, string> = {}) =>
  call('GET', `${job.asset_url}${query}`, { headers, as: 'getAsset' })
const listImageReceipts = async (key: string) =>
  (await call<{ receipts: ReceiptResponse[] }>('GET', '/api/receipts?kind=image', { key, as: 'listReceipts' })).body
    .receipts
const getReceipt = async (key: string, hash: string) =>
  (await call<ReceiptResponse>('GET', `/api/receipts/${hash}`, { key, as: 'getReceipt' })).body
const verifyReceipt = async (hash: string) =>
  (await call<Verification>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })).body

test('an image has a receipt of its exact bytes, with the request in private claims', async () => {
  const org = await newOrganization()
  const prompt = `a hive of bees ${randomUUID()}`
  const { job_id } = await generateCompleted({ prompt, output_preset: 'thumbnail' }, { key: org.images })
  await expect.poll(async () => (await getJob(org.images, job_id)).receipt, { timeout: 20_000 }).toBeDefined()
  const job = await getJob(org.images, job_id)
  const hash = String(job.receipt)
  // The queue's message is processed when the object has the receipt.
  await expect.poll(async () => (await fetchAsset(job)).headers.get('x-receipt'), { timeout: 10_000 }).toBe(hash)
  const { bytes, headers } = await fetchAsset(job)
  const [receipt] = await listImageReceipts(org.platform)
  expect(receipt).toMatchObject({ hash, ref: job_id, subject: createHash('sha256').update(bytes).digest('hex') })
  expect(headers.get('content-type')).toBe('image/webp')

  const { envelope, opening } = await getReceipt(org.platform, hash)
  const { predicate } = readStatement(Buffer.from(envelope.payload, 'base64'))
  expect(opening && opens(predicate.claims, opening)).toBe(true)
  expect(opening?.claims).toMatchObject({ jobId: job_id, prompt, model: job.model_id, tier: 'draft', format: 'webp' })
  expect(Buffer.from(envelope.payload, 'base64').toString()).not.toContain(prompt)
  expect(await verifyReceipt(hash)).toMatchObject({ valid: true, kind: 'image' })
})

test('the receipt header is on all responses with the bytes of the receipt (whole, partial or unchanged), and on no other', async () => {
  const org = await newOrganization()
  const generated = await generateCompleted({ prompt: 'a red fox', background_removal: true }, { key: org.images })
  const job = await getJob(org.images, generated.job_id)
  const before = await fetchAsset(job)
  await expect.poll(async () => (await fetchAsset(job)).headers.get('x-receipt'), { timeout: 20_000 }).not.toBeNull()
  const after = await fetchAsset(job)
  for (const name of ['etag', 'last-modified', 'content-length', 'content-type'])
    expect(after.headers.get(name), name).toBe(before.headers.get(name))
  expect(after.bytes).toEqual(before.bytes)
  const receipt = after.headers.get('x-receipt')
  const part = await fetchAsset(job, '', { range: 'bytes=0-9' })
  const unchanged = await fetchAsset(job, '', { 'if-none-match': String(before.headers.get('etag')) })
  expect([part.status, part.headers.get('x-receipt')]).toEqual([206, receipt])
  expect([unchanged.status, unchanged.headers.get('x-receipt')]).toEqual([304, receipt])
  for (const query of ['?preset=thumbnail', '?format=png', '?quality=25'])
    expect((await fetchAsset(job, query)).headers.get('x-receipt'), query).toBeNull()
  const cutOut = await call('GET', String(job.bg_removed_url), { as: 'getAsset' })
  expect([cutOut.status, cutOut.headers.get('x-receipt')]).toEqual([200, null])
})

test('the deletion of the job deletes the opening of the receipt, and the receipt stays valid', async () => {
  const org = await newOrganization()
  const job = await generateCompleted({ prompt: 'a blue whale' }, { key: org.images })
  await expect.poll(async () => (await listImageReceipts(org.platform)).length, { timeout: 20_000 }).toBe(1)
  const hash = String((await listImageReceipts(org.platform))[0]?.hash)
  expect((await getReceipt(org.platform, hash)).opening).toBeDefined()
  const deleted = await call('DELETE', `/v2/jobs/${job.job_id}`, { key: org.images, as: 'job_delete' })
  expect(deleted.status).toBe(204)
  expect((await getReceipt(org.platform, hash)).opening).toBeUndefined()
  expect(await verifyReceipt(hash)).toMatchObject({ valid: true, checks: { signature: { status: 'pass' } } })
  await expect.poll(async () => (await fetchAsset(job)).status).toBe(404)
})

test('an image of a caller without an account has no receipt', async () => {
  const from = `203.0.113.${Math.floor(Math.random() * 250)}`
  const job = await generateCompleted({ prompt: 'a green door' }, { from })
  // The receipt of a later image shows that the queue has processed earlier ones.
  const org = await newOrganization()
  await generateCompleted({ prompt: 'a green door' }, { key: org.images })
  await expect.poll(async () => (await listImageReceipts(org.platform)).length, { timeout: 20_000 }).toBe(1)
  expect((await call<Job>('GET', `/v2/jobs/${job.job_id}`, { from, as: 'job_get' })).body.receipt).toBeUndefined()
  expect((await fetchAsset(job)).headers.get('x-receipt')).toBeNull()
})

import { readJwks, readLogKeys, readReceiptFile, type VerifyReply, verifyReceipt } from '@signet/receipts'
import { expect, test } from 'vitest'
import { call } from '../support/api.ts'
import { generateAs } from '../support/images.ts'
import { keyOfPerson } from '../support/paid-work.ts'
import { newPerson } from '../support/people.ts'

interface ReceiptList {
  readonly receipts: readonly { readonly hash: string; readonly kind: string; readonly ref: string }[]
}

const verify = (path: string) => call<VerifyReply>('GET', `/verify/${path}`, { as: 'verifyReceiptPage' })

test('the owner of an image withdraws its receipt, the log includes it, and a third party verifies the file', async () => {
  const ada = await newPerson()
  const { body: image } = await generateAs(ada, { prompt: 'a hive of bees' })
  const key = await keyOfPerson(ada, ['receipts:read', 'receipts:write'])
  const list = async () =>
    (await call<ReceiptList>('GET', '/api/receipts?kind=image', { key, as: 'listReceipts' })).body.receipts
  await expect.poll(list, { timeout: 20_000 }).toMatchObject([{ ref: image.job_id }])
  const hash = String((await list())[0]?.hash)
  expect((await verify(`${hash}.json`)).body).toMatchObject({ valid: true, kind: 'image' })

  const body = { reason: 'Drawn by mistake' }
  const withdrawn = await call('POST', `/api/receipts/${hash}/withdraw`, { key, body, as: 'withdrawReceipt' })
  expect(withdrawn.status).toBe(200)
  // A withdrawal calls the sequencer, so the log includes it without waiting for the next minute.
  const logStatus = async () => (await verify(`${hash}.json`)).body.checks.log.detail
  await expect.poll(logStatus, { timeout: 20_000 }).toBe('The receipt is in the log, confirmed by a witness')

  const jwks = await call('GET', '/.well-known/jwks.json', { as: 'readJwks' })
  const logs = await call('GET', '/.well-known/log-vkey', { as: 'readLogKeys' })
  const download = `/api/receipts/${hash}/files/zip?opening=true`
  const { bytes } = await call('GET', download, { key, as: 'downloadReceipt' })
  const { evidence } = readReceiptFile(new Uint8Array(bytes))
  const logKeys = readLogKeys(Buffer.from(logs.bytes).toString())
  const verdict = await verifyReceipt({ ...evidence, keys: readJwks(jwks.body), logKeys })
  expect(verdict).toMatchObject({ valid: true, hash, checks: { log: { status: 'pass' }, claims: { status: 'pass' } } })
})

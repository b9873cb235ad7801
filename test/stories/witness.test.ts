import {
  addCheckpointText,
  cosignaturesOn,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  type VerifyReply,
} from '@signet/receipts'
import { expect, test } from 'vitest'
import { call } from '../support/api.ts'
import { advance } from '../support/control.ts'
import { newTenant } from '../support/keys.ts'
import { receiptOfMonth } from '../support/receipts.ts'
import { testStack } from '../support/test-stack.ts'

test('the log requests a cosignature each minute, and the witness refuses a conflicting history', async () => {
  const { tenantId } = await newTenant({ scopes: ['receipts:read'], prefix: 'plat_' })
  const { hash } = await receiptOfMonth(tenantId, '2026-08')
  await advance(60_000)
  const reply = async () => (await call<VerifyReply>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })).body
  const loggedText = 'The receipt is in the log, confirmed by a witness'
  await expect.poll(async () => (await reply()).checks.log.detail, { timeout: 20_000 }).toBe(loggedText)

  const checkpoint = parseNote(String((await reply()).log?.checkpoint))
  const { bytes } = await call('GET', '/vkey', { as: 'readWitnessKey' })
  const key = parseVerifierKey(Buffer.from(bytes).toString())
  expect(await cosignaturesOn(checkpoint, [key])).toMatchObject([{ name: key.name }])

  const body = addCheckpointText({ oldSize: 0, proof: [], checkpoint })
  const response = await fetch(`${testStack().urls.witness}/add-checkpoint`, { method: 'POST', body })
  expect([response.status, response.headers.get('content-type')]).toEqual([409, 'text/x.tlog.size'])
  expect(Number(await response.text())).toBeGreaterThanOrEqual(parseCheckpoint(checkpoint.text).size)
})

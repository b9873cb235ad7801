import {
  addCheckpointText,
  checkpointText,
  cosignaturesOn,
  parseLogProof,
  parseNote,
  parseVerifierKey,
  signNote,
  type VerifyReply,
} from '@signet/receipts'
import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { newTenant } from '../../support/keys.ts'
import { receiptOfMonth, waitUntilLogged } from '../../support/receipts.ts'
import { testStack } from '../../support/test-stack.ts'
import { signerOfSeed } from '../../unit/receipts/signing-key.ts'

const witness = (): string => String(testStack().urls.witness)

const witnessKey = async () => {
  const { status, bytes, headers } = await call('GET', '/vkey', { as: 'readWitnessKey' })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  return parseVerifierKey(Buffer.from(bytes).toString())
}

const addCheckpoint = async (body: string) => {
  const response = await fetch(`${witness()}/add-checkpoint`, { method: 'POST', body })
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
}

const reply = async (hash: string): Promise<VerifyReply> =>
  (await call<VerifyReply>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })).body

/** Returns a receipt whose checkpoint the witness has cosigned. */
const newCosignedReceipt = async (): Promise<VerifyReply> => {
  const { tenantId } = await newTenant({ scopes: ['receipts:read'], prefix: 'plat_' })
  const { hash } = await receiptOfMonth(tenantId, '2026-08')
  await waitUntilLogged(hash)
  return reply(hash)
}

test('readWitnessKey returns 200 with the key that has cosigned the log', async () => {
  const key = await witnessKey()
  expect(key.type).toBe('cosignature')
  const { hash, checks, tlogProof } = await newCosignedReceipt()
  expect(checks.log).toEqual({ status: 'pass', detail: 'The receipt is in the log, confirmed by a witness' })
  const { checkpoint } = parseLogProof(String(tlogProof))
  const cosignatures = await cosignaturesOn(checkpoint, [key])
  expect(cosignatures.map(({ name }) => name)).toEqual([key.name])
  const page = await call('GET', `/verify/${hash}`, { headers: { accept: 'text/html' }, as: 'verifyReceiptPage' })
  expect(Buffer.from(page.bytes).toString()).toContain(`${key.name}</code> confirmed the log entry by`)
})

test("a checkpoint of a foreign log, or without its log's signature, is not cosigned", async () => {
  const { log } = await newCosignedReceipt()
  const unknownSigner = signerOfSeed('99'.padStart(64, '0'))
  const addUnknown = async (origin: string) => {
    const root = new Uint8Array(32)
    const checkpoint = await signNote(checkpointText({ origin, size: 5, root }), {
      name: origin,
      publicKey: unknownSigner.publicKey,
      sign: (message) => unknownSigner.sign(message),
    })
    return addCheckpoint(addCheckpointText({ oldSize: 0, proof: [], checkpoint }))
  }
  expect((await addUnknown('other.example/log/2026')).status).toBe(404)
  expect((await addUnknown(String(log?.origin))).status).toBe(403)
})

test('a log with an outdated size gets 409 with the size that the witness saw', async () => {
  const { log } = await newCosignedReceipt()
  const checkpoint = parseNote(String(log?.checkpoint))
  const { status, type, text } = await addCheckpoint(addCheckpointText({ oldSize: 0, proof: [], checkpoint }))
  expect([status, type]).toEqual([409, 'text/x.tlog.size'])
  expect(Number(text)).toBeGreaterThanOrEqual(Number(log?.treeSize))
})

test('malformed requests and other methods return a plain text error', async () => {
  expect(await addCheckpoint('hello')).toMatchObject({ status: 400, type: 'text/plain; charset=utf-8' })
  expect((await addCheckpoint('x'.repeat(70_000))).status).toBe(413)
  const getResponse = await fetch(`${witness()}/add-checkpoint`)
  expect([getResponse.status, getResponse.headers.get('allow')]).toEqual([405, 'POST'])
})

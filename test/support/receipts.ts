import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { KMSClient } from '@aws-sdk/client-kms'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { type PublicKeyRecord, receiptKind, type VerifyReply } from '@signet/receipts'
import { type IssuedReceipt, kmsSigners, receiptIssuer, requireIssued } from '@signet/receipts/issuing'
import { expect, vi } from 'vitest'
import * as z from 'zod'
import type { KeyOrder } from '../../lambdas/receipts/keys/key-orders.ts'
import { call } from './api.ts'
import { runFunction, stackNow } from './control.ts'
import { pepper, table } from './keys.ts'
import { sdkClient } from './sdk-client.ts'
import { testStack } from './test-stack.ts'

const kms = sdkClient((options) => new KMSClient(options))
const lambda = sdkClient((options) => new LambdaClient(options))
const s3 = sdkClient((options) => new S3Client({ ...options, forcePathStyle: true }))

const receiptKeysConfig = () => {
  const { receiptKeys } = testStack()
  if (!receiptKeys) throw new Error('Only the local stack has receipt keys')
  return receiptKeys
}

/** A private kind and a public one, declared as in a domain. */
const IMAGE = receiptKind({
  kind: 'image',
  version: '1',
  storedVersion: 2,
  visibility: 'private',
  subjectName: 'image',
  claims: z.strictObject({ prompt: z.string() }),
})
const STATEMENT = receiptKind({
  kind: 'ledger.statement',
  version: '1',
  storedVersion: 2,
  visibility: 'public',
  subjectName: 'postings',
  claims: z.strictObject({ month: z.string() }),
})

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const issuer = async () => {
  const now = await stackNow()
  const signers = kmsSigners(kms(), receiptKeysConfig().environment)
  const deps = { db: table(), table: testStack().table, now: () => new Date(now), pepper, randomBytes, signers }
  return receiptIssuer({ ...deps, issuer: String(testStack().urls.platform) })
}

/** Issues the receipt of an image, whose prompt is private. */
export const receiptOfImage = async (
  org: string,
  prompt = 'a hive of bees',
  opensUntil?: Date,
): Promise<IssuedReceipt> => {
  const job = randomUUID()
  const subject = { sha256: sha256(job) }
  const until = opensUntil === undefined ? {} : { opensUntil }
  const issue = await issuer()
  return requireIssued(
    await issue(IMAGE, { org, key: `image:${job}`, ref: job, subject, claims: { prompt }, ...until }),
  )
}

/** Issues the receipt of a month's ledger, which is public. */
export const receiptOfMonth = async (org: string, month: string): Promise<IssuedReceipt> => {
  const issue = await issuer()
  const receiptRequest = { org, key: `ledger.statement:${month}`, subject: { sha256: sha256(month) } }
  return requireIssued(await issue(STATEMENT, { ...receiptRequest, claims: { month } }))
}

/**
 * Runs the sequencer until the log contains the receipt and the witness has cosigned it. A run does nothing while
 * another one, started by an issued receipt, is in progress.
 */
export const waitUntilLogged = async (hash: string): Promise<void> => {
  const sequenceAndCheck = async () => {
    await runFunction('receipts-sequence')
    const { body } = await call<VerifyReply>('GET', `/verify/${hash}.json`, { as: 'verifyReceiptPage' })
    expect(body.checks.log.detail).toBe('The receipt is in the log, confirmed by a witness')
  }
  await vi.waitFor(sequenceAndCheck, { timeout: 20_000 })
}

/** Runs an operator's order on the receipt keys. */
export const orderKeys = async (order: KeyOrder): Promise<readonly PublicKeyRecord[]> => {
  const { Payload, FunctionError } = await lambda().send(
    new InvokeCommand({ FunctionName: receiptKeysConfig().name, Payload: Buffer.from(JSON.stringify(order)) }),
  )
  const answer = JSON.parse(Buffer.from(Payload ?? []).toString()) as { keys: PublicKeyRecord[]; errorMessage?: string }
  if (FunctionError) throw new Error(answer.errorMessage)
  return answer.keys
}

/** Writes a file to the log, such as a tile of a size that no test reaches. */
export const putLogFile = async (year: string, path: string, Body: Uint8Array): Promise<void> => {
  await s3().send(new PutObjectCommand({ Bucket: receiptKeysConfig().bucket, Key: `log/${year}/${path}`, Body }))
}

import { createHash, createPublicKey, verify as verifyBare } from 'node:crypto'
import {
  bodyOf,
  PAYLOAD_TYPE,
  pemOf,
  preAuthEncoding,
  readLogKeys,
  receiptHash,
  seal,
  statementOf,
  verifyReceipt,
} from '@signet/receipts'
import { bytes, ledgerInput } from '../unit/receipts/examples.ts'
import {
  type Golden,
  goldenReceipts,
  keyRecord,
  LOG_VKEY,
  RECEIPT_KEY,
} from '../unit/receipts/golden/golden-receipts.ts'
import { costOf, inPairs, type Progress, type Row } from './measure.ts'

const ROUNDS = 7
const COUNT = 1_000
/** Bounds: microseconds to issue a receipt, and milliseconds to verify `COUNT` receipts. */
const ISSUE_US = 150
const VERIFY_MS = 1_000

const issue = async (): Promise<void> => {
  for (let at = 0; at < COUNT; at++) {
    const body = bodyOf(statementOf({ ...ledgerInput(), nonce: bytes(16, at) }))
    receiptHash(body)
    await seal(body, RECEIPT_KEY)
  }
}

/** Signs and hashes a prepared text alone. */
const issueBare = async (text: string): Promise<void> => {
  for (let at = 0; at < COUNT; at++) {
    const body = Buffer.from(text)
    createHash('sha256').update(body).digest('hex')
    await RECEIPT_KEY.sign(preAuthEncoding(PAYLOAD_TYPE, body))
  }
}

const verify = async (receipts: readonly Golden[]): Promise<void> => {
  const keys = [keyRecord()]
  const logKeys = readLogKeys(LOG_VKEY)
  for (let at = 0; at < COUNT; at++) {
    const { envelope, shown, proof } = receipts[at % receipts.length] as Golden
    const { valid } = await verifyReceipt({ envelope, ...shown, proof, keys, logKeys })
    if (!valid) throw new Error('A golden receipt is not valid')
  }
}

/** Verifies two signatures, of receipt and checkpoint, over prepared bytes. */
const verifyBytes = async (receipts: readonly Golden[]): Promise<void> => {
  const key = createPublicKey(pemOf(RECEIPT_KEY.publicKey))
  for (let at = 0; at < COUNT; at++) {
    const { body, envelope } = receipts[at % receipts.length] as Golden
    const message = preAuthEncoding(PAYLOAD_TYPE, Buffer.from(body))
    for (let each = 0; each < 2; each++)
      verifyBare(null, message, key, Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'))
  }
}

/** Compares receipts issued and verified in memory with bounds, and with Node's bare signatures in the same rounds. */
export const receiptsBench = async (progress: Progress): Promise<Row[]> => {
  const receipts = await goldenReceipts()
  const [{ body = '' } = {}] = receipts
  const issued = await inPairs(
    ROUNDS,
    () => costOf(issue),
    () => costOf(() => issueBare(body)),
    (at) => progress(`receipts issued ${at}`),
  )
  const verified = await inPairs(
    ROUNDS,
    () => costOf(() => verify(receipts)),
    () => costOf(() => verifyBytes(receipts)),
    (at) => progress(`receipts verified ${at}`),
  )
  const issueUs = (issued.oursLeast * 1_000) / COUNT
  return [
    {
      bench: 'receipt: statement, body, hash, local signature',
      ours: issueUs,
      rival: ISSUE_US,
      unit: 'us',
      ratio: issueUs / ISSUE_US,
      budget: { atMost: 1 },
      note: `bare digest and signature ${((issued.rival * 1_000) / COUNT).toFixed(0)} us`,
    },
    {
      bench: 'verify 1,000 receipts with claims and log',
      ours: verified.oursLeast,
      rival: VERIFY_MS,
      unit: 'ms',
      ratio: verified.oursLeast / VERIFY_MS,
      budget: { atMost: 1 },
      note: `2,000 bare signatures ${verified.rival.toFixed(0)} ms`,
    },
  ]
}

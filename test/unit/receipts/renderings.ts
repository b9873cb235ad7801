import {
  offlineKit,
  type ReceiptStatus,
  readLogKeys,
  sigstoreBundle,
  type Verdict,
  verifyReceipt,
  verifyReply,
} from '@signet/receipts'
import { type Golden, keyRecord, LOG_VKEY } from './golden/golden-receipts.ts'

export const ACTIVE_STATUS: ReceiptStatus = { state: 'active', at: null, reason: null, by: null }

export const verdictOf = ({ envelope, shown, proof }: Golden): Promise<Verdict> =>
  verifyReceipt({ envelope, ...shown, proof, keys: [keyRecord()], logKeys: readLogKeys(LOG_VKEY) })

export const replyOf = async (golden: Golden, status: ReceiptStatus = ACTIVE_STATUS) =>
  verifyReply({
    verdict: await verdictOf(golden),
    envelope: golden.envelope,
    tlogProof: golden.proof,
    status,
    ...golden.shown,
  })

export const kitOf = ({ envelope, shown, proof }: Golden, logKeys: readonly string[] = [LOG_VKEY]): Uint8Array =>
  offlineKit({ envelope, key: keyRecord(), tlogProof: proof, logKeys, ...shown } as Parameters<typeof offlineKit>[0])

const utf8 = new TextEncoder()
const jsonBytes = (value: unknown): Uint8Array => utf8.encode(JSON.stringify(value))

/** Returns a receipt in each file format. */
export const renderingsOf = async (golden: Golden): Promise<Readonly<Record<string, Uint8Array>>> => ({
  'verify.json': jsonBytes(await replyOf(golden)),
  'dsse.json': jsonBytes(golden.envelope),
  'sigstore.json': jsonBytes(sigstoreBundle(golden.envelope)),
  'kit.zip': kitOf(golden),
})

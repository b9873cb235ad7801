import { RECEIPT_UNITS } from '../support/receipt-units.ts'
import { costOfRuns, REQUEST_PRICES } from './image-cost.ts'
import type { Synth } from './synth.ts'

type Kind = keyof typeof RECEIPT_UNITS

/** USD in us-east-1. */
const WRITE_UNIT = 0.625e-6
const READ_UNIT = 0.125e-6
/** A signature by a key of any type but RSA 2048. */
const SIGNATURE = 0.15 / 10_000
/** A message in a FIFO queue costs three requests: send, receive and delete. */
const MESSAGE = 3 * 0.5e-6

/** Adding a receipt to the log: its row of two kilobytes gets its index, and its pending entry is deleted. */
const LOG_WRITES = 3

/**
 * The function that issues each kind, its duration on a laptop, whether a queue invokes it, and its requests to S3 in
 * USD.
 */
const ISSUERS: Readonly<
  Record<Kind, { readonly by: string; readonly seconds: number; readonly queued: boolean; readonly objects: number }>
> = {
  image: { by: 'images-receipt', seconds: 0.15, queued: true, objects: REQUEST_PRICES.put + 3 * REQUEST_PRICES.get },
  'ledger.statement': { by: 'images-statements', seconds: 0.1, queued: false, objects: 0 },
  'flags.audit': { by: 'flags-receipt', seconds: 0.1, queued: true, objects: 0 },
  'archive.import': { by: 'archive-receipt', seconds: 1, queued: true, objects: 8 * REQUEST_PRICES.get },
}

const cents = (dollars: number): string => (dollars * 100).toFixed(1)

/**
 * Returns a row of docs/aws.md for each kind: units and US cents per thousand receipts, by the production templates.
 */
export const receiptRows = (synth: Synth): readonly string[] =>
  (Object.keys(ISSUERS) as Kind[]).map((kind) => {
    const { by, seconds, queued, objects } = ISSUERS[kind]
    const { writes, reads } = RECEIPT_UNITS[kind]
    const parts = {
      table: 1000 * ((writes + LOG_WRITES) * WRITE_UNIT + reads * READ_UNIT),
      signatures: 1000 * SIGNATURE,
      messages: queued ? 1000 * MESSAGE : 0,
      functions: costOfRuns(synth, by, seconds),
      objects: 1000 * objects,
    }
    const sum = Object.values(parts).reduce((total, each) => total + each, 0)
    const units = `${writes} and ${LOG_WRITES} of the log, ${reads} read`
    return `| \`${kind}\` | ${units} | ${Object.values(parts).map(cents).join(' | ')} | ${cents(sum)} |`
  })

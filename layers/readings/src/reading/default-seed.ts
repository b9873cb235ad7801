import { jsonSha256 } from '@signet/receipts/digest'
import type { DeckUsed, ReadingInputs } from '../record/reading.ts'

const bits53 = (hex: string): number => Number(BigInt(`0x${hex.slice(0, 16)}`) >> 11n)

/** Derives the default seed from the inputs, so that equal inputs give equal draws without a seed. */
export const defaultSeed = (
  scriptSha256: string,
  decks: readonly DeckUsed[],
  { intention = '', state = {} }: Pick<ReadingInputs, 'intention' | 'state'>,
): number => bits53(jsonSha256({ v: 1, script_sha256: scriptSha256, decks, intention, state }))

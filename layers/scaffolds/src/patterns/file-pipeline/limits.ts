import type { Context } from '../../design.ts'

/** Where nothing is said, and the most that is read whole into memory. */
const USUAL_BYTES = 5_000_000
const MOST_BYTES = 50_000_000

/** Largest file in bytes: what the intention says, where a function can hold it. */
export const maxBytesOf = ({ figures: { maxBytes } }: Pick<Context, 'figures'>) =>
  maxBytes !== undefined && maxBytes.value <= MOST_BYTES
    ? { bytes: maxBytes.value, keeps: [maxBytes.said] }
    : { bytes: USUAL_BYTES, keeps: [] }

import { sha256, sha256Hex } from '@signet/receipts/digest'

export const SEED_MAX = Number.MAX_SAFE_INTEGER

const textOf = (seed: number, domain: string, index: number, attempt: number): string =>
  `signet-draw/v1\n${seed}\n${domain}\n${index}\n${attempt}`

/**
 * Returns the SHA-256 that decides a pick, in hexadecimal. To reproduce it, run
 * `printf 'signet-draw/v1\n42\nentry/threats\n0\n0' | sha256sum`.
 */
export const block = (seed: number, domain: string, index: number, attempt: number): string =>
  sha256Hex(textOf(seed, domain, index, attempt))

const leadingBits = (bytes: Uint8Array): bigint => {
  let value = 0n
  for (const byte of bytes.subarray(0, 8)) value = value * 256n + BigInt(byte)
  return value
}

const RANGE = 1n << 64n

export interface Chance {
  /** In [0, n). */
  readonly value: bigint
  readonly attempt: number
}

/**
 * Returns a uniform number below n (1 to 2^64). A value that would bias the result is rejected, and the next attempt is
 * used.
 */
export const below = (n: bigint, seed: number, domain: string, index: number): Chance => {
  const acceptedBelow = RANGE - (RANGE % n)
  for (let attempt = 0; ; attempt++) {
    const value = leadingBits(sha256(textOf(seed, domain, index, attempt)))
    if (value < acceptedBelow) return { value: value % n, attempt }
  }
}

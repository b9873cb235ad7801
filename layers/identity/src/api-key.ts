import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * API keys: prefix + 30 random base62 characters + 6 base62 characters of the CRC32 of the preceding text (like
 * GitHub's tokens). The checksum rejects typos and random probes before any query.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECKSUM_LENGTH = 6
/**
 * Bytes from this value on are redrawn: 248 is the largest multiple of 62 in a byte, so every character is equally
 * likely.
 */
const REJECT_FROM = 248

const base62Of = (length: number, moreBytes: (round: number) => Uint8Array): string => {
  let out = ''
  for (let round = 0; out.length < length; round++) {
    for (const byte of moreBytes(round)) {
      if (byte < REJECT_FROM && out.length < length) out += ALPHABET[byte % 62]
    }
  }
  return out
}

const randomBase62 = (length: number): string => base62Of(length, () => randomBytes(length))

/** Returns the CRC32 of a text as 6 characters of base62, padded with `0`. */
const checksum = (text: string): string => {
  let remainder = crc32(text)
  let out = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    out = ALPHABET[remainder % 62] + out
    remainder = Math.floor(remainder / 62)
  }
  return out
}

/** Creates a raw key. It is shown once; only its digest is stored. */
export const mintApiKey = (prefix: string, random: (length: number) => string = randomBase62): string => {
  const body = `${prefix}${random(BODY_LENGTH)}`
  return `${body}${checksum(body)}`
}

/** Derives a key from a salt and the pepper. The salt alone does not reveal the key. */
export const derivedApiKey = (prefix: string, pepper: string, salt: string): string => {
  const bytes = (round: number) => createHmac('sha512', pepper).update(`api key ${round} ${salt}`).digest()
  return mintApiKey(prefix, (length) => base62Of(length, bytes))
}

/** Returns whether the text has the format of an API key, including the checksum. The key need not exist. */
export const isWellFormedApiKey = (prefix: string, raw: string): boolean => {
  if (!raw.startsWith(prefix) || raw.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return false
  const body = raw.slice(0, -CHECKSUM_LENGTH)
  return /^[0-9A-Za-z]+$/.test(raw.slice(prefix.length)) && raw.slice(-CHECKSUM_LENGTH) === checksum(body)
}

/** HMAC-SHA256 with the pepper, in hex: the stored form. Write access to the table alone cannot forge a key. */
export const apiKeyDigest = (pepper: string, raw: string): string =>
  createHmac('sha256', pepper).update(raw).digest('hex')

/** Returns the part of a key that lists show: enough to recognize the key, too little to use it. */
export const apiKeyDisplayPrefix = (prefix: string, raw: string): string => raw.slice(0, prefix.length + 6)

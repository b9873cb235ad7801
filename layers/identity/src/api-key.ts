import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * API keys: prefix + 30 random base62 characters + 6 base62 characters of the CRC32 of the preceding text (the pattern
 * of GitHub's tokens). The checksum refuses typos and random probes before any read.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BODY_LENGTH = 30
const CHECKSUM_LENGTH = 6
/**
 * Bytes from this value on are drawn again: 248 is the largest multiple of 62 in a byte, so every character is equally
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

const checksum = (text: string): string => {
  let rest = crc32(text)
  let out = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    out = ALPHABET[rest % 62] + out
    rest = Math.floor(rest / 62)
  }
  return out
}

/** A new raw key. Its owner sees it once; only its digest is stored. */
export const mintApiKey = (prefix: string, random: (length: number) => string = randomBase62): string => {
  const body = `${prefix}${random(BODY_LENGTH)}`
  return `${body}${checksum(body)}`
}

/** A key derived from a salt. It needs the pepper too, so the salt alone does not reveal it. */
export const derivedApiKey = (prefix: string, pepper: string, salt: string): string => {
  const bytes = (round: number) => createHmac('sha512', pepper).update(`api key ${round} ${salt}`).digest()
  return mintApiKey(prefix, (length) => base62Of(length, bytes))
}

/** Whether the text has the form of our keys, checksum included. It need not have been issued. */
export const isWellFormedApiKey = (prefix: string, raw: string): boolean => {
  if (!raw.startsWith(prefix) || raw.length !== prefix.length + BODY_LENGTH + CHECKSUM_LENGTH) return false
  const body = raw.slice(0, -CHECKSUM_LENGTH)
  return /^[0-9A-Za-z]+$/.test(raw.slice(prefix.length)) && raw.slice(-CHECKSUM_LENGTH) === checksum(body)
}

/** HMAC-SHA256 under the pepper, hex: the stored form. Write access to the table is not enough to forge a key. */
export const apiKeyDigest = (pepper: string, raw: string): string =>
  createHmac('sha256', pepper).update(raw).digest('hex')

/** The part of a key that listings show: enough to recognize it, too little to use it. */
export const apiKeyDisplayPrefix = (prefix: string, raw: string): string => raw.slice(0, prefix.length + 6)

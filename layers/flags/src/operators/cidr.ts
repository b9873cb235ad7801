/** An address of 32 or 128 bits as words of 16 bits. */
type Words = readonly number[]

const FOUR = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

const fourWords = (text: string): Words | undefined => {
  const bytes = FOUR.exec(text)?.slice(1)
  if (!bytes?.every((byte) => Number(byte) <= 255 && !/^0\d/.test(byte))) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

const groups = (text: string): Words | undefined => {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const tail = last.includes('.') ? fourWords(last) : undefined
  const head = tail ? parts.slice(0, -1) : parts
  if (!head.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))) return undefined
  return [...head.map((part) => Number.parseInt(part, 16)), ...(tail ?? [])]
}

const sixteenWords = (text: string): Words | undefined => {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = groups(halves[0] ?? '')
  const tail = halves.length === 2 ? groups(halves[1] ?? '') : []
  if (!head || !tail) return undefined
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  return [...head, ...Array<number>(missing).fill(0), ...tail]
}

/** An IPv4-mapped IPv6 address such as `::ffff:10.0.0.1` counts as the IPv4 address (RFC 4291 2.5.5.2). */
const unmapped = (words: Words): Words =>
  words.length === 8 && words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff ? words.slice(6) : words

const addressWords = (text: string): Words | undefined => {
  if (text.length > 64) return undefined
  const bare = text.replace(/%.*$/, '')
  return bare.includes(':') ? sixteenWords(bare) : fourWords(bare)
}

const parseNetwork = (text: unknown): { readonly words: Words; readonly bits: number } | undefined => {
  if (typeof text !== 'string') return undefined
  const [address = '', length, ...more] = text.split('/')
  const written = more.length === 0 ? addressWords(address) : undefined
  if (!written || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const bits = length === undefined ? written.length * 16 : Number(length)
  if (bits > written.length * 16) return undefined
  const words = unmapped(written)
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8; a shorter prefix is an IPv6 network.
  const dropped = (written.length - words.length) * 16
  return bits < dropped ? { words: written, bits } : { words, bits: bits - dropped }
}

/** Returns true for an address, or a network in CIDR notation (RFC 4632, RFC 4291). */
export const isCidr = (value: unknown): boolean => parseNetwork(value) !== undefined

/**
 * Returns a test of whether an address is in one of the networks. Invalid entries are skipped; undefined if no valid
 * entry remains.
 */
export const cidrTest = (networks: readonly unknown[]): ((address: unknown) => boolean) | undefined => {
  const parsed = networks.map(parseNetwork).filter((network) => network !== undefined)
  if (parsed.length === 0) return undefined
  return (address) => {
    const spelledWords = typeof address === 'string' ? addressWords(address) : undefined
    if (!spelledWords) return false
    const words = unmapped(spelledWords)
    return parsed.some(({ words: network, bits }) => {
      if (network.length !== words.length) return false
      for (let i = 0; i * 16 < bits; i += 1) {
        const shift = Math.max(0, 16 - (bits - i * 16))
        if ((words[i] ?? 0) >> shift !== (network[i] ?? 0) >> shift) return false
      }
      return true
    })
  }
}

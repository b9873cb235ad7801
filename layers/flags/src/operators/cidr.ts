/** An address of 32 or 128 bits as words of 16 bits. */
type Words = readonly number[]

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

const ipv4Words = (text: string): Words | undefined => {
  const bytes = IPV4.exec(text)?.slice(1)
  if (!bytes?.every((byte) => Number(byte) <= 255 && !/^0\d/.test(byte))) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
  return [(a << 8) | b, (c << 8) | d]
}

const wordsOfGroups = (text: string): Words | undefined => {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const tail = last.includes('.') ? ipv4Words(last) : undefined
  const head = tail ? parts.slice(0, -1) : parts
  if (!head.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))) return undefined
  return [...head.map((part) => Number.parseInt(part, 16)), ...(tail ?? [])]
}

const ipv6Words = (text: string): Words | undefined => {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const head = wordsOfGroups(halves[0] ?? '')
  const tail = halves.length === 2 ? wordsOfGroups(halves[1] ?? '') : []
  if (!head || !tail) return undefined
  const zeroWords = 8 - head.length - tail.length
  if (halves.length === 2 ? zeroWords < 1 : zeroWords !== 0) return undefined
  return [...head, ...Array<number>(zeroWords).fill(0), ...tail]
}

/** An IPv4-mapped IPv6 address such as `::ffff:10.0.0.1` counts as the IPv4 address (RFC 4291 2.5.5.2). */
const unmapped = (words: Words): Words =>
  words.length === 8 && words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff ? words.slice(6) : words

const addressWords = (text: string): Words | undefined => {
  if (text.length > 64) return undefined
  const withoutZone = text.replace(/%.*$/, '')
  return withoutZone.includes(':') ? ipv6Words(withoutZone) : ipv4Words(withoutZone)
}

const parseNetwork = (text: unknown): { readonly words: Words; readonly bits: number } | undefined => {
  if (typeof text !== 'string') return undefined
  const [address = '', length, ...more] = text.split('/')
  const addressAsWritten = more.length === 0 ? addressWords(address) : undefined
  if (!addressAsWritten || (length !== undefined && !/^\d{1,3}$/.test(length))) return undefined
  const bits = length === undefined ? addressAsWritten.length * 16 : Number(length)
  if (bits > addressAsWritten.length * 16) return undefined
  const words = unmapped(addressAsWritten)
  // ::ffff:10.0.0.0/104 is 10.0.0.0/8; a shorter prefix is an IPv6 network.
  const mappedBits = (addressAsWritten.length - words.length) * 16
  return bits < mappedBits ? { words: addressAsWritten, bits } : { words, bits: bits - mappedBits }
}

/** Returns true for an address, or a network in CIDR notation (RFC 4632, RFC 4291). */
export const isCidr = (value: unknown): boolean => parseNetwork(value) !== undefined

/**
 * Returns a function that tests whether an address is in one of the networks. Invalid entries are skipped. Returns
 * undefined if no entry is valid.
 */
export const cidrTest = (networks: readonly unknown[]): ((address: unknown) => boolean) | undefined => {
  const parsed = networks.map(parseNetwork).filter((network) => network !== undefined)
  if (parsed.length === 0) return undefined
  return (address) => {
    const writtenWords = typeof address === 'string' ? addressWords(address) : undefined
    if (!writtenWords) return false
    const words = unmapped(writtenWords)
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

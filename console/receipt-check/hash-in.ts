const HASH = /(?:^|\/)([0-9a-f]{64})(?:\.[a-z.-]+)?$/

export class LookupError extends Error {
  override readonly name = 'LookupError'
}

/**
 * The hash in what somebody typed: a hash, or the address of a receipt here.
 * @throws LookupError for anything else, and for addresses elsewhere, which this page may not ask.
 */
export const hashIn = (typed: string, origins: readonly string[]): string => {
  const text = typed.trim()
  const [place = ''] = text.split(/[?#]/)
  const hash = HASH.exec(place.toLowerCase())?.[1]
  const origin = /^https?:\/\/[^/]+/.exec(text)?.[0]
  if (origin !== undefined && !origins.includes(origin))
    throw new LookupError(
      `This page asks nobody but its own Signet. Download the file from ${origin} and drop it here.`,
    )
  if (hash === undefined)
    throw new LookupError('That is neither a hash, 64 hexadecimal digits, nor the address of a receipt.')
  return hash
}

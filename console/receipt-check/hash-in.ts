const HASH = /(?:^|\/)([0-9a-f]{64})(?:\.[a-z.-]+)?$/

export class LookupError extends Error {
  override readonly name = 'LookupError'
}

/**
 * Extracts the hash from an input: a hash, or the URL of a receipt at this origin.
 * @throws LookupError for other inputs, including URLs of other origins, which this page must not request
 */
export const hashIn = (input: string, origins: readonly string[]): string => {
  const text = input.trim()
  const [path = ''] = text.split(/[?#]/)
  const hash = HASH.exec(path.toLowerCase())?.[1]
  const origin = /^https?:\/\/[^/]+/.exec(text)?.[0]
  if (origin !== undefined && !origins.includes(origin))
    throw new LookupError(
      `This page can look up only receipts of this Signet deployment. Download the file from ${origin} and drop it here.`,
    )
  if (hash === undefined) throw new LookupError('Enter a hash of 64 hexadecimal digits or the URL of a receipt.')
  return hash
}

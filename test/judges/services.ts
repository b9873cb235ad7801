/** A service that outside judges look at. The next service is one more line. */
export interface JudgedService {
  /** Key of its base address in stack.json and of its document in openApiDocuments. */
  readonly key: string
  /** Which key of a demo identity it takes. */
  readonly identityKey: 'genKey' | 'platKey'
  /** An operation that needs no input, for the page where operations are tried out. */
  readonly tryOut: string
}

export const JUDGED_SERVICES: readonly JudgedService[] = [
  { key: 'images', identityKey: 'genKey', tryOut: 'getHealth' },
  { key: 'flags', identityKey: 'platKey', tryOut: 'getFlagsHealth' },
]

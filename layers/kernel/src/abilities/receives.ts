import { ability } from './ability.ts'

export interface Receiving {
  readonly bucket: string
  /** The prefix of their objects, without a slash. */
  readonly prefix: string
  /** Bytes. The edge routes requests with longer bodies to this function. */
  readonly maxDirectBytes: number
}

/**
 * The function accepts bodies that are larger than a Lambda event. Before the gateway stores such a body, it calls the
 * function (`bodyAuthorizer`) with the request but without the body, and the function names the object. The function
 * needs no right to the bucket; the gateway has the right to store objects below the prefix.
 */
export const receives = ability<Receiving>()({
  allows: 'Decides which request bodies the gateway stores in a bucket, and under which names',
  local: { service: 's3' },
})

import { ability } from './ability.ts'

export interface Receiving {
  readonly bucket: string
  /** The folder of their objects, without a slash. */
  readonly prefix: string
  /** The edge leads a request for the address above with a longer body here: bytes. */
  readonly beyond: number
}

/**
 * The bodies of its routes are larger than a function takes. It is asked before the gateway stores one (`bodyAuthorizer`): it
 * sees the request without its body, and names the object. It needs no right to the bucket; the gateway has one, to store
 * objects in that folder.
 */
export const receives = ability<Receiving>()({
  allows: 'Says which bodies the gateway stores in a bucket, as objects below a prefix, and under which name',
  local: { service: 's3' },
})

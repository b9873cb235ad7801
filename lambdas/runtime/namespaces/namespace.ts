import { scopesOf } from '@signet/identity'
import { type Caller, invalidInput, type Refusal, refusal } from '@signet/kernel'

/** The location of a querent's readings: an organization and a namespace within it that no other caller reaches. */
export interface Namespace {
  readonly org: string
  /** Part of keys: `shared/<id>`, `key/<digest>/<id>` or `tenant/<tenant>/<id>`. */
  readonly place: string
  readonly querent: string
}

export interface QuerentScope {
  readonly org: string
  readonly named: readonly string[] | undefined
  /** The namespace of a request without a querent: the first of its header. */
  own(): Namespace
  writes(querent: string | undefined): Namespace | Refusal<'querent_out_of_scope'>
  reads(querent: string): Namespace | undefined
  sees(place: string): boolean
}

const DEFAULT_QUERENT = 'default'

const IDS_MAX = 10
const ID = /^[A-Za-z0-9._:@-]{1,64}$/

/**
 * The distinct ids of the header.
 * @throws Refusal 400 for no ids, too many, or an invalid one
 */
const idsOf = (header: string): readonly string[] => {
  const ids = [...new Set(header.split(',').map((id) => id.trim()))]
  const isGood = ids.length <= IDS_MAX && ids.every((id) => ID.test(id))
  const message = `must be 1 to ${IDS_MAX} ids, separated by commas, each of 1 to 64 of A-Z, a-z, 0-9 and . _ : @ -`
  if (!isGood) throw invalidInput([{ field: 'x-querent-ids', message }])
  return ids
}

/** The namespace of a caller without the header: one per API key or tenant. */
const ownPlace = ({ kind, keyHash, tenantId }: Caller): string =>
  kind === 'key' && keyHash !== undefined ? `key/${keyHash}` : `tenant/${tenantId}`

/**
 * The namespaces that a request may access (runtime.md 8). The header only narrows within the credential's
 * organization.
 * @throws Refusal 400 for an invalid header
 */
export const querentScope = (caller: Caller, header: string | undefined): QuerentScope => {
  const org = scopesOf(caller).entitlementScope
  const headerIds = header === undefined ? undefined : idsOf(header)
  const callerPlace = ownPlace(caller)
  const namespaceOf = (querent: string): Namespace => ({
    org,
    querent,
    place: headerIds === undefined ? `${callerPlace}/${querent}` : `shared/${querent}`,
  })
  const ownNamespace = () => namespaceOf(headerIds?.[0] ?? DEFAULT_QUERENT)
  return {
    org,
    named: headerIds,
    own: ownNamespace,
    writes(querent) {
      if (querent === undefined) return ownNamespace()
      if (headerIds !== undefined && !headerIds.includes(querent))
        return refusal('querent_out_of_scope', `querent.id ${querent} is not one of the IDs in X-Querent-Ids`)
      return namespaceOf(querent)
    },
    reads: (querent) => (headerIds === undefined || headerIds.includes(querent) ? namespaceOf(querent) : undefined),
    sees: (place) =>
      headerIds === undefined
        ? place.startsWith(`${callerPlace}/`)
        : headerIds.some((querent) => place === `shared/${querent}`),
  }
}

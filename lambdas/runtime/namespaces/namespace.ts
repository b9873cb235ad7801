import { scopesOf } from '@signet/identity'
import { type Caller, invalidInput, type Refusal, refusal } from '@signet/kernel'

/**
 * Location of the stored results of a querent. A querent is the project or team that readings are about. A querent
 * named in the header is shared by all API keys of the organization that name it; other namespaces belong to one API
 * key or tenant.
 */
export interface Namespace {
  readonly org: string
  /** Part of table keys: `shared/<querent>`, `key/<digest of the API key>/<querent>` or `tenant/<tenant>/<querent>`. */
  readonly namespaceId: string
  readonly querent: string
}

export interface QuerentScope {
  readonly org: string
  readonly querentIds: readonly string[] | undefined
  /** The namespace of a request that names no querent: the first of the header, otherwise the caller's own. */
  defaultNamespace(): Namespace
  /** The namespace for new data; without a querent, the default one. */
  writeNamespace(querent: string | undefined): Namespace | Refusal<'querent_out_of_scope'>
  /** Undefined for a querent that the header does not list. */
  readNamespace(querent: string): Namespace | undefined
  canSee(namespaceId: string): boolean
}

const DEFAULT_QUERENT = 'default'

const QUERENT_IDS_MAX = 10
const QUERENT_ID = /^[A-Za-z0-9._:@-]{1,64}$/

/**
 * Parses the header.
 * @throws Refusal 400 for no IDs, too many, or an invalid one
 */
const idsOf = (header: string): readonly string[] => {
  const ids = [...new Set(header.split(',').map((id) => id.trim()))]
  const isValid = ids.length <= QUERENT_IDS_MAX && ids.every((id) => QUERENT_ID.test(id))
  const message = `must be 1 to ${QUERENT_IDS_MAX} IDs separated by commas, each of 1 to 64 characters of A-Z, a-z, 0-9 and . _ : @ -`
  if (!isValid) throw invalidInput([{ field: 'x-querent-ids', message }])
  return ids
}

/** Prefix of the namespaces of a caller without the header: one per API key or tenant. */
const namespacePrefixOf = ({ kind, keyHash, tenantId }: Caller): string =>
  kind === 'key' && keyHash !== undefined ? `key/${keyHash}` : `tenant/${tenantId}`

/**
 * Returns the namespaces that a request may access, all within the caller's organization. With the header, only those
 * of the listed querents.
 * @throws Refusal 400 for an invalid header
 */
export const querentScope = (caller: Caller, header: string | undefined): QuerentScope => {
  const org = scopesOf(caller).entitlementScope
  const headerIds = header === undefined ? undefined : idsOf(header)
  const callerPrefix = namespacePrefixOf(caller)
  const namespaceOf = (querent: string): Namespace => ({
    org,
    querent,
    namespaceId: headerIds === undefined ? `${callerPrefix}/${querent}` : `shared/${querent}`,
  })
  const defaultNamespace = () => namespaceOf(headerIds?.[0] ?? DEFAULT_QUERENT)
  return {
    org,
    querentIds: headerIds,
    defaultNamespace,
    writeNamespace(querent) {
      if (querent === undefined) return defaultNamespace()
      if (headerIds !== undefined && !headerIds.includes(querent))
        return refusal('querent_out_of_scope', `querent.id ${querent} is not one of the IDs in X-Querent-Ids`)
      return namespaceOf(querent)
    },
    readNamespace: (querent) =>
      headerIds === undefined || headerIds.includes(querent) ? namespaceOf(querent) : undefined,
    canSee: (namespaceId) =>
      headerIds === undefined
        ? namespaceId.startsWith(`${callerPrefix}/`)
        : headerIds.some((querent) => namespaceId === `shared/${querent}`),
  }
}

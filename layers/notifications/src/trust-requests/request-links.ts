import { isWellFormedToken, mintToken, tokenDigest } from '@signet/identity'
import { addMs, type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { rowKind } from '@signet/kernel/row-kind'
import * as z from 'zod'

/**
 * A link in a mail, stored under the digest of its token. The row contains no personal data and is stored for 30 days
 * after the link has expired.
 */
export const requestLinkRow = rowKind({
  name: 'Link in a mail about a request',
  prefix: 'TRUSTGRANT#',
  keys: { pk: '<digest>', sk: 'LINK' },
  owner: 'organization',
  erasure: { none: 'useless without its request, and expires' },
  exported: { none: 'a digest of a secret' },
  keep: { until: 'kept_until' },
  retention: '30 days after it expires',
  schema: z.object({
    org: z.string(),
    slug: z.string(),
    // `proof` confirms the requester's address; `grant` opens the approved documents.
    kind: z.enum(['proof', 'grant']),
    of: z.string().describe('Digest of a form, or ID of a request'),
    request: z.string(),
    version: z.int().describe('Version of the request; 0 before the request exists'),
    until: z.string(),
    kept_until: z.string(),
  }),
})

export type RequestLink = RowOf<typeof requestLinkRow>

const DAY_MS = 86_400_000

/** Days for which an expired link returns 410 instead of 404. */
const EXPIRED_LINK_DAYS = 30

export type NewLink = Omit<RequestLink, 'kept_until'>

/** Links in mails. Only the mail contains the token. The row contains its digest. */
export interface RequestLinks {
  create(link: NewLink): Promise<string>
  /**
   * Returns the link of a token, which may have expired; `undefined` if no such link of this kind exists for this page.
   */
  find(kind: RequestLink['kind'], slug: string, token: string): Promise<RequestLink | undefined>
}

const linkDigest = (pepper: string, token: string): string => tokenDigest(pepper, 'trust-link', token)

export const requestLinks = (deps: TableDeps & { readonly pepper: SecretSource }): RequestLinks => {
  const rows = rowTable(requestLinkRow, deps)
  return {
    async create(link) {
      const token = mintToken()
      const kept_until = addMs(new Date(link.until), EXPIRED_LINK_DAYS * DAY_MS).toISOString()
      await rows.putNew({ digest: linkDigest(await deps.pepper(), token) }, { ...link, kept_until })
      return token
    },
    async find(kind, slug, token) {
      if (!isWellFormedToken(token)) return undefined
      const row = await rows.get({ digest: linkDigest(await deps.pepper(), token) })
      return row?.kind === kind && row.slug === slug.toLowerCase() ? row : undefined
    },
  }
}

import { isWellFormedToken, mintToken } from '@signet/identity'
import { addMs, type RowOf, rowTable, type SecretSource, type TableDeps } from '@signet/kernel'
import { requestLinkRow } from '../contract/request-link-row.ts'
import { linkDigest } from './request-digests.ts'
import { DAY_MS } from './request-table.ts'

export type RequestLink = RowOf<typeof requestLinkRow>

/** How much longer than it is good for a link says that it was. */
const TOLD_DAYS = 30

/** A link that is to be made. */
export type NewLink = Omit<RequestLink, 'kept_until'>

/** Links in mails. A token is in a mail and nowhere else: a row has its digest. */
export interface RequestLinks {
  /** The token of a new link. */
  make(link: NewLink): Promise<string>
  /** `undefined`: no such link was made, for this page and for this. It may be past its time. */
  find(kind: RequestLink['kind'], slug: string, token: string): Promise<RequestLink | undefined>
}

/** Links over the one table. */
export const requestLinks = (deps: TableDeps & { readonly pepper: SecretSource }): RequestLinks => {
  const rows = rowTable(requestLinkRow, deps)
  return {
    async make(link) {
      const token = mintToken()
      const kept_until = addMs(new Date(link.until), TOLD_DAYS * DAY_MS).toISOString()
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

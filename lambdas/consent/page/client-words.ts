import type { ClientKind } from '@signet/oauth'
import { escaped } from '@signet/pages'

/** What is known of a client that asks, or was let in. */
export interface ShownClient {
  readonly client_id: string
  readonly client_kind: ClientKind
  readonly client_name?: string | undefined
  readonly client_home?: string | undefined
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu

/** A name as people can trust to see it: nothing in it is invisible or turns the direction of what follows. */
export const shownName = ({ client_name }: Pick<ShownClient, 'client_name'>): string => {
  const seen = (client_name ?? '').replaceAll(UNSEEN, '').trim().slice(0, 60)
  return seen === '' ? 'An agent without a name' : seen
}

/** The domain whose document it is; undefined for one that has registered itself, for which nobody vouches. */
export const domainOf = ({ client_id, client_kind }: ShownClient): string | undefined =>
  client_kind === 'document' ? URL.parse(client_id)?.host : undefined

/** Who it is, in HTML: who vouches for it, or that nobody does; a name that sounds like somebody vouching stays a name. */
export const identityHtml = (client: ShownClient): string => {
  const domain = domainOf(client)
  const name = `<strong>${escaped(shownName(client))}</strong>`
  if (domain === undefined) return `Unverified. It calls itself ${name}; anybody can take this name.`
  const home = client.client_home
  const link =
    home === undefined ? '' : ` (<a href="${escaped(home)}" rel="noreferrer noopener nofollow">home page</a>)`
  return `Vouched for by <strong>${escaped(domain)}</strong>${link}. It calls itself ${name}.`
}

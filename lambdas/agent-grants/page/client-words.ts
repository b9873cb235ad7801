import type { ClientKind } from '@signet/identity/oauth'
import { escaped } from '@signet/ui/pages'

export interface ClientDescription {
  readonly client_id: string
  readonly client_kind: ClientKind
  readonly client_name?: string | undefined
  readonly client_home?: string | undefined
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu

/** A name that is safe to show: without invisible characters and without changes of direction. */
export const displayName = ({ client_name }: Pick<ClientDescription, 'client_name'>): string => {
  const seen = (client_name ?? '').replaceAll(UNSEEN, '').trim().slice(0, 60)
  return seen === '' ? 'An agent without a name' : seen
}

/**
 * The domain that vouches for the client by its document; undefined for a self-registered client, for which nobody
 * vouches.
 */
export const domainOf = ({ client_id, client_kind }: ClientDescription): string | undefined =>
  client_kind === 'document' ? URL.parse(client_id)?.host : undefined

/**
 * The client's identity in HTML: the domain that vouches for it, or that nobody does. A misleading name is still shown
 * as a name.
 */
export const identityHtml = (client: ClientDescription): string => {
  const domain = domainOf(client)
  const name = `<strong>${escaped(displayName(client))}</strong>`
  if (domain === undefined) return `Unverified. It calls itself ${name}; anybody can take this name.`
  const home = client.client_home
  const link =
    home === undefined ? '' : ` (<a href="${escaped(home)}" rel="noreferrer noopener nofollow">home page</a>)`
  return `Vouched for by <strong>${escaped(domain)}</strong>${link}. It calls itself ${name}.`
}

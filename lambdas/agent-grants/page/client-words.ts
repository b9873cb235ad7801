import type { ClientKind } from '@signet/identity/oauth'
import { escapeHtml } from '@signet/ui/pages'

export interface ClientDescription {
  readonly client_id: string
  readonly client_kind: ClientKind
  readonly client_name?: string | undefined
  readonly client_home?: string | undefined
}

/** Control, format, private-use and unassigned characters, and line separators. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu

/** Removes invisible characters and changes of text direction from the client's name. */
export const displayName = ({ client_name }: Pick<ClientDescription, 'client_name'>): string => {
  const visibleName = (client_name ?? '').replaceAll(INVISIBLE_CHARACTERS, '').trim().slice(0, 60)
  return visibleName === '' ? 'Unnamed agent' : visibleName
}

/**
 * Returns the host of the client's metadata document, which verifies the client; undefined for a registered client,
 * which is unverified.
 */
export const domainOf = ({ client_id, client_kind }: ClientDescription): string | undefined =>
  client_kind === 'document' ? URL.parse(client_id)?.host : undefined

/** Describes the client in HTML: its verified domain or that it is unverified, and the name that it gives itself. */
export const identityHtml = (client: ClientDescription): string => {
  const domain = domainOf(client)
  const name = `<strong>${escapeHtml(displayName(client))}</strong>`
  if (domain === undefined) return `Unverified agent. It calls itself ${name}, but any program can use this name.`
  const home = client.client_home
  const link =
    home === undefined ? '' : ` (<a href="${escapeHtml(home)}" rel="noreferrer noopener nofollow">home page</a>)`
  return `Verified domain: <strong>${escapeHtml(domain)}</strong>${link}. The agent calls itself ${name}.`
}

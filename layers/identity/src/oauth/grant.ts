import { createHash } from 'node:crypto'
import type { RowOf } from '@signet/kernel'
import { type Allowance, spendableOf } from '@signet/ledger'
import type { grantRow } from './grant-row.ts'
import { isHttps } from './redirect-uris.ts'
import type { AgentRequest } from './request-table.ts'

export type Grant = RowOf<typeof grantRow>

export interface Granter {
  readonly userId: string
  readonly orgId: string
  readonly tenantId: string
}

export const grantKeyOf = (
  { client_id, audience }: Pick<AgentRequest, 'client_id' | 'audience'>,
  orgId: string,
): string =>
  createHash('sha256')
    .update(JSON.stringify([client_id, audience, orgId]))
    .digest('hex')
    .slice(0, 40)

export interface ActiveGrant {
  readonly grant: Grant
  readonly allowance: Allowance
}

export const hasCreditsLeft = (allowance: Allowance): boolean => spendableOf(allowance) !== 0

/** Returns whether the user has already approved everything in the request, including its redirect URI. */
export const covers = ({ status, scopes, redirect_uris }: Grant, request: AgentRequest): boolean =>
  status === 'active' &&
  redirect_uris.includes(request.redirect_uri) &&
  request.scopes.every((scope) => scopes.includes(scope))

export const hasVerifiedDomain = ({ client_kind, redirect_uri }: AgentRequest): boolean =>
  client_kind === 'document' && isHttps(redirect_uri)

/**
 * Returns whether a request may be answered without consent. Only for a client with a document on its own domain and a
 * website as redirect URI, because any program can register under any name and can listen on the user's machine. Never
 * if the budget is used up.
 */
export const needsNoConsent = (active: ActiveGrant | undefined, request: AgentRequest): boolean =>
  active !== undefined &&
  hasVerifiedDomain(request) &&
  covers(active.grant, request) &&
  hasCreditsLeft(active.allowance)

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

export interface StandingGrant {
  readonly grant: Grant
  readonly allowance: Allowance
}

export const hasCreditsLeft = (allowance: Allowance): boolean => spendableOf(allowance) !== 0

/** Whether the person has already agreed to everything in the request, its redirect URI included. */
export const covers = ({ status, scopes, redirect_uris }: Grant, asked: AgentRequest): boolean =>
  status === 'active' &&
  redirect_uris.includes(asked.redirect_uri) &&
  asked.scopes.every((scope) => scopes.includes(scope))

export const isVouchedFor = ({ client_kind, redirect_uri }: AgentRequest): boolean =>
  client_kind === 'document' && isHttps(redirect_uri)

/**
 * Whether a request may be answered without asking again. Only for a client that its own domain vouches for and whose
 * redirect URI is a website, because any program can register under any name, and can listen on the person's own
 * machine. Never if the budget is used up.
 */
export const isRemembered = (standing: StandingGrant | undefined, asked: AgentRequest): boolean =>
  standing !== undefined && isVouchedFor(asked) && covers(standing.grant, asked) && hasCreditsLeft(standing.allowance)

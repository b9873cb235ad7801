import { type MailAllowance, MailDelayed } from '@signet/notifications/mail'
import type { RequestLinks, RequestRow, RequestTables } from '@signet/notifications/trust-requests'
import * as z from 'zod'

const DecidedRequest = z.object({ org_id: z.string(), request_id: z.string(), version: z.int() })

export interface DecisionMailDeps {
  readonly tables: Pick<RequestTables, 'requests'>
  readonly links: Pick<RequestLinks, 'create'>
  readonly mayReceive: MailAllowance
}

/**
 * Returns the request of a decision's event, unless it has changed since.
 * @throws MailDelayed beyond the daily limit of the address: the mail of a decision is delayed, not lost
 */
export const decidedRequest = async (
  { tables, mayReceive }: DecisionMailDeps,
  state: 'granted' | 'declined' | 'revoked',
  data: unknown,
): Promise<{ readonly org: string; readonly row: RequestRow } | undefined> => {
  const { org_id: org, request_id: id, version } = DecidedRequest.parse(data)
  const row = await tables.requests.get({ org, id })
  if (row?.version !== version) return undefined
  if (!(await mayReceive({ org, kind: 'decision', mail: row.mail, event: `${state} ${id} ${version}` })))
    throw new MailDelayed('The address has reached its daily mail limit')
  return row.state === state ? { org, row } : undefined
}

/** Returns the organization as the subject of a sentence. Old rows contain only the slug of its page. */
export const organizationOf = ({ organization, slug }: RequestRow): string =>
  organization ?? `The organization of the trust page “${slug}”`

/** Returns the name of the document with its organization, or with the page in old rows. */
export const documentOf = ({ artifact_name, organization, slug }: RequestRow): string =>
  `“${artifact_name}” from ${organization ?? `the trust page “${slug}”`}`

export const pageLinkOf = ({ base_url, slug }: RequestRow): string => `${base_url}/trust/${slug}`

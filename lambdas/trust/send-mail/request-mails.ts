import { addMs, type Clock, type SecretSource } from '@signet/kernel'
import { type MailOf, MailPutOff } from '@signet/notifications/mail'
import * as z from 'zod'
import { hasExistingRequest } from '../requests/existing-request.ts'
import type { RequestLinks } from '../requests/request-links.ts'
import type { RequestRow, RequestTables } from '../requests/request-table.ts'
import type { MailAllowance } from './mail-allowance.ts'

export interface RequestMailDeps {
  readonly tables: Pick<RequestTables, 'asked' | 'requests' | 'same'>
  readonly links: Pick<RequestLinks, 'make'>
  readonly mayHave: MailAllowance
  readonly pepper: SecretSource
  readonly now: Clock
}

const Asked = z.object({ org_id: z.string(), request_id: z.string(), form: z.string() })
const Told = z.object({ org_id: z.string(), request_id: z.string(), version: z.int() })

/** How long an address may be proven. */
const PROOF_MS = 48 * 3_600_000

const linkOf = (base: string, slug: string, kind: 'proof' | 'grant', token: string): string =>
  `${base}/trust/${slug}/${kind}/${token}`

/** Whose the document is; nothing in rows from before there was a name. */
const from = ({ organisation }: Pick<RequestRow, 'organisation'>): string =>
  organisation === undefined ? '' : ` from ${organisation}`

/**
 * The mail that proves an address. Neither the visitor's words nor those of the organisation are in it: anybody may type the address of
 * somebody else, and would have us send them what they like. Beyond what an address may have in a day there is none: the mails before have links, too. */
export const proofMail =
  (deps: RequestMailDeps): MailOf =>
  async ({ subject, time, data }) => {
    const { tables, links, mayHave, now } = deps
    const { org_id: org, request_id: request, form } = Asked.parse(data)
    const asked = await tables.asked.get({ org, digest: form })
    if (asked?.id !== request || (await hasExistingRequest(deps, org, asked))) return undefined
    if (!(await mayHave({ org, kind: 'proof', mail: asked.mail, event: `asked ${subject} ${time}` }))) return undefined
    const until = addMs(now(), PROOF_MS).toISOString()
    const token = await links.make({ org, slug: asked.slug, kind: 'proof', of: form, request, version: 0, until })
    return {
      to: asked.mail,
      subject: `Confirm your request on the trust page ${asked.slug}`,
      text: `Hello,

somebody, most likely you, has asked for a document on the trust page ${asked.slug} with this address. To send the
request, open this page within 48 hours, read what it is for, and press the button:

${linkOf(asked.base_url, asked.slug, 'proof', token)}

If it was not you, do nothing: nobody sees the request.
`,
    }
  }

/** The request of an event, if it is still as the event tells. */
const toldRequest = async (
  { tables, mayHave }: RequestMailDeps,
  event: string,
  data: unknown,
): Promise<{ readonly org: string; readonly row: RequestRow } | undefined> => {
  const { org_id: org, request_id: id, version } = Told.parse(data)
  const row = await tables.requests.get({ org, id })
  if (row?.version !== version) return undefined
  // What the owner says comes on another day, and is not lost.
  if (!(await mayHave({ org, kind: 'decision', mail: row.mail, event: `${event} ${id} ${version}` })))
    throw new MailPutOff('The address has had the mails that it may have in a day')
  return { org, row }
}

const dayOf = (instant: string | null): string => (instant ?? '').slice(0, 16).replace('T', ' ')

/** The mail with the link of a grant. Its token is in the mail alone; a run that dies makes another one. */
export const grantMail =
  (deps: RequestMailDeps): MailOf =>
  async ({ data }) => {
    const current = await toldRequest(deps, 'granted', data)
    if (current?.row.state !== 'granted') return undefined
    const { org, row } = current
    const { id, slug, version, valid_until } = row
    const until = valid_until ?? row.proven_at
    const token = await deps.links.make({ org, slug, kind: 'grant', of: id, request: id, version, until })
    return {
      to: row.mail,
      subject: `Your request for “${row.artifact_name}”${from(row)} is granted`,
      text: `Hello ${row.name},

you may download “${row.artifact_name}”${from(row)}, under the terms “${row.terms_title}” that you accepted:

${linkOf(row.base_url, slug, 'grant', token)}

The link ends on ${dayOf(until)} UTC. It is for you alone: your copy says your name, where the document allows that.
`,
    }
  }

const plainMail =
  (deps: RequestMailDeps, state: 'declined' | 'revoked', subject: string, sentence: string): MailOf =>
  async ({ data }) => {
    const current = await toldRequest(deps, state, data)
    if (current?.row.state !== state) return undefined
    const { row } = current
    const document = `“${row.artifact_name}”${from(row)}`
    const text = `Hello ${row.name},\n\n${sentence}\n\nThe document: ${document}\n`
    return { to: row.mail, subject: `${subject} ${document}`, text }
  }

export const declinedMail = (deps: RequestMailDeps): MailOf =>
  plainMail(deps, 'declined', 'Your request was declined:', 'the organisation has declined your request.')

export const revokedMail = (deps: RequestMailDeps): MailOf =>
  plainMail(
    deps,
    'revoked',
    'Your access has ended:',
    'the organisation has ended your access. Links in mails before are no longer good.',
  )

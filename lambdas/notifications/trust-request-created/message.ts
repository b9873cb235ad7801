import { firstOwner, type OwnerDeps } from '@signet/identity'
import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'

/** Number of pending requests up to which each new one is mailed. Beyond that the owner receives no further mails. */
const MAILED_PENDING_MAX = 10

const CreatedRequest = z.object({
  org_id: z.string(),
  /** Slug of the trust page. Events emitted before it was added have none. */
  slug: z.string().optional(),
  artifact_slug: z.string(),
  /** Events emitted before the title was added have none. */
  artifact_name: z.string().optional(),
  waiting: z.int().default(0),
  link: z.string().default(''),
})

const pendingCountText = (waiting: number): string =>
  waiting === 1 ? '' : `${waiting} requests are waiting for your decision.\n\n`

const titleOf = ({ artifact_name, artifact_slug }: z.output<typeof CreatedRequest>): string =>
  artifact_name ?? artifact_slug

const pageNameOf = ({ slug }: z.output<typeof CreatedRequest>): string =>
  slug === undefined ? 'your trust page' : `your trust page “${slug}”`

const textOf = (created: z.output<typeof CreatedRequest>, name: string | undefined) =>
  `Hello${name === undefined ? '' : ` ${name}`},

A visitor to ${pageNameOf(created)} requested the document “${titleOf(created)}”. The visitor confirmed an email
address and accepted your terms, but cannot download the document until you grant the request.

Open your requests to see the visitor's name, company and email address, and to grant or decline the request:

${created.link}

${pendingCountText(created.waiting)}${created.waiting < MAILED_PENDING_MAX ? '' : 'You will not get more request emails until you grant or decline some of these requests.\n'}`

/**
 * Creates the mail of `trust-request.created` to the first owner of the organization. A request that a rule has granted is
 * not mailed. The mail does not name the visitor, because events contain no personal data. The linked page does.
 */
export const requestCreatedMail =
  (deps: OwnerDeps): MailOf =>
  async ({ data }) => {
    const created = CreatedRequest.parse(data)
    if (created.waiting < 1 || created.waiting > MAILED_PENDING_MAX) return undefined
    const person = await firstOwner(deps, created.org_id)
    if (person === undefined) return undefined
    const subject = `New request for the document “${titleOf(created)}”`
    return { to: person.email, subject, text: textOf(created, person.name) }
  }

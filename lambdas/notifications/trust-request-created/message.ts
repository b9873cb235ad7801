import { firstOwner, type OwnerDeps } from '@signet/identity'
import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'

/** Pending requests up to which each new one is mailed. Beyond that the owner receives no further mails. */
const MAILED_WHILE_WAITING = 10

const CreatedRequest = z.object({
  org_id: z.string(),
  artifact_slug: z.string(),
  waiting: z.int().default(0),
  link: z.string().default(''),
})

const restOf = (waiting: number): string => (waiting === 1 ? '' : `${waiting} requests wait for your decision.\n\n`)

const textOf = (
  { artifact_slug: artifact, waiting, link }: z.output<typeof CreatedRequest>,
  name: string | undefined,
) =>
  `Hello${name === undefined ? '' : ` ${name}`},

a visitor of your trust page has proven a mail address, accepted your terms, and asks for the document "${artifact}".
Nothing is handed out before you grant it:

${link}

${restOf(waiting)}${waiting < MAILED_WHILE_WAITING ? '' : 'Further requests come without a mail until some of these are decided.\n'}`

/**
 * The mail of `trust-request.created` to the first owner of the organization. A request that a rule has granted is not mailed. The mail
 * does not name the visitor, because events contain no personal data: the linked page does.
 */
export const requestCreatedMail =
  (deps: OwnerDeps): MailOf =>
  async ({ data }) => {
    const created = CreatedRequest.parse(data)
    if (created.waiting < 1 || created.waiting > MAILED_WHILE_WAITING) return undefined
    const person = await firstOwner(deps, created.org_id)
    if (person === undefined) return undefined
    const subject = `A visitor asks for the document ${created.artifact_slug}`
    return { to: person.email, subject, text: textOf(created, person.name) }
  }

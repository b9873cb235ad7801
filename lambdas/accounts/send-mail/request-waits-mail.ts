import type { MailOf } from '@signet/notifications/mail'
import * as z from 'zod'
import { firstOwner, type OwnerDeps } from './first-owner.ts'

/** Requests that wait while each new one is still mailed: who has left so many alone is not helped by more mails. */
const MAILED_WHILE_WAITING = 10

const Created = z.object({
  org_id: z.string(),
  artifact_slug: z.string(),
  waiting: z.int().default(0),
  link: z.string().default(''),
})

const restOf = (waiting: number): string => (waiting === 1 ? '' : `${waiting} requests wait for your decision.\n\n`)

const textOf = ({ artifact_slug: artifact, waiting, link }: z.output<typeof Created>, name: string | undefined) =>
  `Hello${name === undefined ? '' : ` ${name}`},

a visitor of your trust page has proven a mail address, accepted your terms, and asks for the document "${artifact}".
Nothing is handed out before you grant it:

${link}

${restOf(waiting)}${waiting < MAILED_WHILE_WAITING ? '' : 'Further requests come without a mail until some of these are decided.\n'}`

/**
 * Mails the longest-standing owner of an organisation that somebody asks for a document, which a rule has not granted. Who asks is said
 * by the page alone: events hold no person.
 */
export const requestWaitsMail =
  (deps: OwnerDeps): MailOf =>
  async ({ data }) => {
    const created = Created.parse(data)
    if (created.waiting < 1 || created.waiting > MAILED_WHILE_WAITING) return undefined
    const person = await firstOwner(deps, created.org_id)
    if (person === undefined) return undefined
    const subject = `A visitor asks for the document ${created.artifact_slug}`
    return { to: person.email, subject, text: textOf(created, person.name) }
  }

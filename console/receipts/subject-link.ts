import { addressWith } from '../session/address.ts'

export interface SubjectLink {
  readonly text: string
  readonly href?: string
}

interface Subject {
  readonly kind: string
  /** The owner's reference to the subject; for readings, consultations and flows, the querent (a project or team). */
  readonly ref: string | null
  readonly hash: string
}

type LinkBuilder = (ref: string, hash: string, organization: string) => SubjectLink

const auditLink: LinkBuilder = (ref) => {
  const [environment = '', version = ''] = ref.split('/')
  return { text: `${environment}, version ${version}`, href: addressWith('/flags/audit', { environment }) }
}

/** The platform's consultations have the organization as reference. Other consultations have no console page. */
const consultationLink: LinkBuilder = (ref, hash, organization) =>
  ref === organization ? { text: 'Consultation', href: `/consultations/${hash}` } : { text: ref }

const HASH = /^[0-9a-f]{64}$/

const attestationLink: LinkBuilder = (_, hash) => ({ text: 'Attested text', href: `/evidence/attestations/${hash}` })

/**
 * A flow's creation receipt refers to the organization, and its hash is the flow's ID. Receipts of edits refer to the
 * flow.
 */
const flowLink: LinkBuilder = (ref, hash, organization) => {
  const flow = ref === organization ? hash : ref
  return HASH.test(flow) ? { text: 'Flow', href: `/flows/${flow}` } : { text: ref }
}

const LINKS: Readonly<Record<string, LinkBuilder>> = {
  image: (job) => ({ text: `Job ${job}`, href: `/images/${encodeURIComponent(job)}` }),
  'archive.import': (upload) => ({ text: `Export ${upload}`, href: '/archive' }),
  'flags.audit': auditLink,
  'ledger.statement': (month) => ({ text: month, href: '/billing' }),
  'receipt.withdraw': (hash) => ({ text: `Receipt ${hash.slice(0, 12)}`, href: `/receipts/${hash}` }),
  'agent.run': consultationLink,
  flow: flowLink,
  'evidence.publish': attestationLink,
  'key.event': (kid) => ({ text: `Key ${kid}` }),
}

/** Returns the link to the subject of a receipt, or undefined if its reference does not name one. */
export const subjectLink = ({ kind, ref, hash }: Subject, organization: string): SubjectLink | undefined => {
  if (ref === null || ref === '') return undefined
  return LINKS[kind]?.(ref, hash, organization) ?? { text: ref }
}

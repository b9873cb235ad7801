import { addressWith } from '../session/address.ts'

export interface SubjectLink {
  readonly text: string
  readonly href?: string
}

interface Subject {
  readonly kind: string
  /** Its owner's word for the thing; of what the runtime keeps, for whom it is kept. */
  readonly ref: string | null
  readonly hash: string
}

type LinkOf = (ref: string, hash: string, organization: string) => SubjectLink

const auditLink: LinkOf = (ref) => {
  const [environment = '', version = ''] = ref.split('/')
  return { text: `${environment}, version ${version}`, href: addressWith('/flags/audit', { environment }) }
}

/** Consultations of the platform are kept for the tenant; others have no page here. */
const consultationLink: LinkOf = (ref, hash, organization) =>
  ref === organization ? { text: 'What the role said', href: `/consultations/${hash}` } : { text: ref }

const HASH = /^[0-9a-f]{64}$/

const attestationLink: LinkOf = (_, hash) => ({ text: 'The attested text', href: `/evidence/attestations/${hash}` })

/** Flows likewise. That of edited documents names the flow which they are of. */
const flowLink: LinkOf = (ref, hash, organization) => {
  const flow = ref === organization ? hash : ref
  return HASH.test(flow) ? { text: 'The flow', href: `/flows/${flow}` } : { text: ref }
}

const LINKS: Readonly<Record<string, LinkOf>> = {
  image: (job) => ({ text: `Job ${job}`, href: `/images/${encodeURIComponent(job)}` }),
  'archive.import': (upload) => ({ text: `Upload ${upload}`, href: '/archive' }),
  'flags.audit': auditLink,
  'ledger.statement': (month) => ({ text: month, href: '/billing' }),
  'receipt.withdraw': (hash) => ({ text: `Receipt ${hash.slice(0, 12)}`, href: `/receipts/${hash}` }),
  'agent.run': consultationLink,
  flow: flowLink,
  'evidence.publish': attestationLink,
  'key.event': (kid) => ({ text: `Key ${kid}` }),
}

/** Where the thing is that a receipt of the organization is about; undefined: its owner's words do not say. */
export const subjectLink = ({ kind, ref, hash }: Subject, organization: string): SubjectLink | undefined => {
  if (ref === null || ref === '') return undefined
  return LINKS[kind]?.(ref, hash, organization) ?? { text: ref }
}

import { addressWith } from '../session/address.ts'

/** What a receipt is about, in the console. */
export interface SubjectLink {
  readonly text: string
  /** Absent: it has no page. */
  readonly href?: string
}

type LinkOf = (ref: string) => SubjectLink

const auditLink: LinkOf = (ref) => {
  const [environment = '', version = ''] = ref.split('/')
  return { text: `${environment}, version ${version}`, href: addressWith('/flags/audit', { environment }) }
}

const LINKS: Readonly<Record<string, LinkOf>> = {
  image: (job) => ({ text: `Job ${job}`, href: `/images/${encodeURIComponent(job)}` }),
  'archive.import': (upload) => ({ text: `Upload ${upload}`, href: '/archive' }),
  'flags.audit': auditLink,
  'ledger.statement': (month) => ({ text: month, href: '/billing' }),
  'receipt.withdraw': (hash) => ({ text: `Receipt ${hash.slice(0, 12)}`, href: `/receipts/${hash}` }),
  'key.event': (kid) => ({ text: `Key ${kid}` }),
}

/** Where the thing is that a receipt is about; undefined: its owner's words do not say. */
export const subjectLink = ({ kind, ref }: { readonly kind: string; readonly ref: string | null }) => {
  if (ref === null || ref === '') return undefined
  return LINKS[kind]?.(ref) ?? { text: ref }
}

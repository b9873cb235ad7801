import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/consultations', text: 'Ask a role' },
  { href: '/consultations/begin', text: 'Signals' },
  { href: '/consultations/memory', text: 'Role memory' },
] as const

export const ConsultationTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Consultations" links={LINKS} current={current} />
)

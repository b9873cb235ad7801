import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/consultations', text: 'Ask a role' },
  { href: '/consultations/begin', text: 'Nothing known yet' },
  { href: '/consultations/memory', text: 'What roles remember' },
] as const

export const ConsultationTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Consultations" links={LINKS} current={current} />
)

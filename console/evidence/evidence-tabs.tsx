import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/evidence', text: 'Editor' },
  { href: '/evidence/library', text: 'Library' },
  { href: '/evidence/history', text: 'History' },
] as const

export const EvidenceTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Evidence" links={LINKS} current={current} />
)

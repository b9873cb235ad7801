import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/archive', text: 'Exports' },
  { href: '/archive/search', text: 'Search' },
  { href: '/archive/ask', text: 'Ask' },
  { href: '/archive/notebooks', text: 'Notebooks' },
] as const

export const ArchiveTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Archive" links={LINKS} current={current} />
)

import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/readings', text: 'Interview' },
  { href: '/readings/saved', text: 'Saved readings' },
  { href: '/readings/decks', text: 'Decks' },
] as const

export const ReadingTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Readings" links={LINKS} current={current} />
)

import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/images', text: 'Playground' },
  { href: '/images/gallery', text: 'Gallery' },
  { href: '/images/webhooks', text: 'Webhooks' },
] as const

export const ImageTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Images" links={LINKS} current={current} />
)

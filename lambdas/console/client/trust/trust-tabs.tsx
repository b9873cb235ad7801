import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/trust-pages', text: 'Pages' },
  { href: '/trust-pages/intakes', text: 'Intakes' },
  { href: '/trust-pages/requests', text: 'Requests' },
  { href: '/trust-pages/readers', text: 'Readers' },
  { href: '/trust-pages/settings', text: 'Settings' },
] as const

/** The views of the area. */
export const TrustTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Trust" links={LINKS} current={current} />
)

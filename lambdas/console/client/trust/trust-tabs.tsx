import { LinkTabs } from '@signet/ui'

const LINKS = [
  { href: '/trust', text: 'Pages' },
  { href: '/trust/intakes', text: 'Intakes' },
  { href: '/trust/requests', text: 'Requests' },
  { href: '/trust/readers', text: 'Readers' },
  { href: '/trust/settings', text: 'Settings' },
] as const

/** The views of the area. */
export const TrustTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => (
  <LinkTabs label="Trust" links={LINKS} current={current} />
)

import { LinkTabs } from '@signet/ui'
import { useOrganizationQuery } from '../session/queries.ts'
import { pendingQuery } from './trust-query.ts'

const LINKS = [
  { href: '/trust-pages', text: 'Pages' },
  { href: '/trust-pages/intakes', text: 'Intakes' },
  { href: '/trust-pages/requests', text: 'Requests' },
  { href: '/trust-pages/readers', text: 'Readers' },
  { href: '/trust-pages/settings', text: 'Settings' },
] as const

/** Formats the number of pending requests: “ 3”, “ 100+”; empty for none. */
const pendingText = (count: number, isMore: boolean): string => (count === 0 ? '' : ` ${count}${isMore ? '+' : ''}`)

export const TrustTabs = ({ current }: { readonly current: (typeof LINKS)[number]['href'] }) => {
  const pending = useOrganizationQuery(pendingQuery).data
  const count = pending ? pendingText(pending.requests.length, pending.next_cursor !== null) : ''
  const links = LINKS.map(({ href, text }) => ({ href, text: text === 'Requests' ? `${text}${count}` : text }))
  return <LinkTabs label="Trust pages" links={links} current={current} />
}

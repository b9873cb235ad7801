import { type Column, Empty, LinkButton, PageHead, Table, Time } from '@signet/ui'
import type { TrustSlug } from '../api/trust.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { useIntakeOptions } from './intake-options.ts'
import { NewPage } from './new-page.tsx'
import { pendingQuery, publicPageQuery, slugsQuery } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { ageWords, badgeWords } from './trust-words.ts'

const usePublicPage = (page: TrustSlug) => {
  return useOrganizationQuery(publicPageQuery, page)
}

const UNKNOWN = '–'

const State = ({ page }: { readonly page: TrustSlug }) => {
  const publicPage = usePublicPage(page).data
  if (!publicPage?.receipt || !publicPage.posture) return <>{UNKNOWN}</>
  const { receipt, posture } = publicPage
  const badge = receipt.valid
    ? badgeWords({ refused: posture.refused, state: receipt.state })
    : ({ text: 'Invalid', tone: 'danger' } as const)
  const age = ageWords(posture.freshness.state, receipt.state)
  return (
    <span class="row">
      <StateBadge of={badge} />
      <StateBadge of={age} />
    </span>
  )
}

const Documents = ({ page }: { readonly page: TrustSlug }) => (
  <>{usePublicPage(page).data?.artifacts.length.toLocaleString('en') ?? UNKNOWN}</>
)

const PendingRequests = ({ page: { slug } }: { readonly page: TrustSlug }) => {
  const pending = useOrganizationQuery(pendingQuery).data
  if (!pending) return <>{UNKNOWN}</>
  const count = pending.requests.filter((request) => request.slug === slug).length
  return count === 0 ? <>0</> : <a href="/trust-pages/requests?state=pending">{count}</a>
}

const columns: readonly Column<TrustSlug>[] = [
  { title: 'Page', cell: ({ slug }) => <a href={`/trust-pages/pages/${slug}`}>{slug}</a> },
  { title: 'Public status', cell: (page) => <State page={page} /> },
  { title: 'Documents', cell: (page) => <Documents page={page} />, isNumber: true },
  { title: 'Pending requests', cell: (page) => <PendingRequests page={page} />, isNumber: true },
  { title: 'Updated', cell: ({ updated_at }) => <Time at={updated_at} now={serviceNow()} /> },
]

const NO_INTAKES = (
  <Empty
    action={
      <LinkButton kind="primary" href="/trust-pages/intakes/new">
        Create intake
      </LinkButton>
    }
    command={`curl -s ${location.origin}/api/agents/ciso-intake -H "authorization: Bearer $SIGNET_API_KEY" -H 'content-type: application/json' -H 'idempotency-key: first' -d @intake.json`}
  >
    Your trust pages appear here. Create a security intake first. An intake is a signed assessment of your security.
    Nothing is public until you publish the intake.
  </Empty>
)

const noPages = (hash: string) => (
  <Empty
    command={`curl -s ${location.origin}/api/trust/slugs -H "authorization: Bearer $SIGNET_API_KEY" -H 'content-type: application/json' -d '{"slug": "acme", "hash": "${hash}"}'`}
  >
    Your trust pages appear here. Enter an address below to publish an intake.
  </Empty>
)

export const PagesPage = () => {
  const slugs = useOrganizationQuery(slugsQuery)
  const { options, pages } = useIntakeOptions()
  return (
    <div class="stack">
      <PageHead
        title="Trust pages"
        about="A trust page shows buyers a signed assessment of your security, which anyone can verify independently."
        actions={
          <LinkButton href="/trust-pages/intakes/new" icon="plus">
            Create intake
          </LinkButton>
        }
      />
      <TrustTabs current="/trust-pages" />
      <Loaded of={slugs}>
        {(all) => (
          <div class="stack">
            {all.length > 0 && <Table label="Trust pages" rows={all} keyOf={({ slug }) => slug} columns={columns} />}
            <Loaded of={pages}>
              {() => {
                const [first] = options
                if (first === undefined) return all.length === 0 ? NO_INTAKES : null
                return (
                  <>
                    {all.length === 0 && noPages(first.value)}
                    <NewPage options={options} intakes={pages} slugs={all} />
                  </>
                )
              }}
            </Loaded>
          </div>
        )}
      </Loaded>
    </div>
  )
}

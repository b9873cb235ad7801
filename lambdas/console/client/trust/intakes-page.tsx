import { Badge, type Column, Empty, LinkButton, PageHead, Table, Time } from '@signet/ui'
import type { ListedIntake } from '../clients/posture.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { usePages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { intakePages } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { verdictWords } from './trust-words.ts'

const columns: readonly Column<ListedIntake>[] = [
  { title: 'Intake of', cell: ({ receipt: { hash }, asOf }) => <a href={`/trust-pages/intakes/${hash}`}>{asOf}</a> },
  {
    title: 'Verdict',
    cell: ({ refused }) => <Badge tone={verdictWords(refused).tone}>{verdictWords(refused).text}</Badge>,
  },
  { title: 'Findings', cell: ({ findings }) => findings.toLocaleString('en'), isNumber: true },
  { title: 'Recovered', cell: ({ recovered }) => recovered.toLocaleString('en'), isNumber: true },
  { title: 'Signed', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
]

const NEW = (
  <LinkButton href="/trust-pages/intakes/new" icon="plus" kind="primary">
    New intake
  </LinkButton>
)

/** All intakes of the organisation, refused ones as well. */
export const IntakesPage = () => {
  const { organisation } = useSession()
  const pages = usePages(intakePages(organisation.id))
  return (
    <div class="stack">
      <PageHead
        title="Intakes"
        about="What the company said of its security, and what the rules found."
        actions={NEW}
      />
      <TrustTabs current="/trust-pages/intakes" />
      <Loaded of={pages}>
        {({ pages: read }) => {
          const all = read.flatMap(({ intakes }) => intakes)
          return all.length === 0 ? (
            <Empty
              command={`curl -s ${location.origin}/api/agents/ciso-intake -H "authorization: Bearer $SIGNET_API_KEY"`}
            >
              No intake was judged yet.
            </Empty>
          ) : (
            <>
              <Table label="Intakes" rows={all} keyOf={({ receipt }) => receipt.hash} columns={columns} />
              <MorePages of={pages} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

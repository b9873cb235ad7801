import { type Column, Empty, LinkButton, PageHead, Table, Time } from '@signet/ui'
import { dayText } from '@signet/ui/dates'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { type IntakeWithState, intakePages, intakesIn } from './trust-query.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { badgeWords, verdictWords } from './trust-words.ts'

const VerdictBadges = ({ intake: { refused, state } }: { readonly intake: IntakeWithState }) => (
  <span class="row">
    <StateBadge of={verdictWords(refused)} />
    {state !== 'active' && <StateBadge of={badgeWords({ refused, state })} />}
  </span>
)

const columns: readonly Column<IntakeWithState>[] = [
  {
    title: 'Assessment date',
    cell: ({ receipt: { hash }, asOf }) => <a href={`/trust-pages/intakes/${hash}`}>{dayText(asOf)}</a>,
  },
  {
    title: 'Verdict',
    cell: (intake) => <VerdictBadges intake={intake} />,
  },
  { title: 'Findings', cell: ({ findings }) => findings.toLocaleString('en'), isNumber: true },
  { title: 'Mitigated findings', cell: ({ recovered }) => recovered.toLocaleString('en'), isNumber: true },
  { title: 'Signed', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
]

const CREATE_INTAKE = (
  <LinkButton href="/trust-pages/intakes/new" icon="plus" kind="primary">
    Create intake
  </LinkButton>
)

export const IntakesPage = () => {
  const pages = useOrganizationPages(intakePages)
  return (
    <div class="stack">
      <PageHead
        title="Intakes"
        about="An intake contains your answers about your security. Rules assess it and return a verdict with findings."
        actions={CREATE_INTAKE}
      />
      <TrustTabs current="/trust-pages/intakes" />
      <Loaded of={pages}>
        {({ pages: loadedPages }) => {
          const all = intakesIn(loadedPages)
          return all.length === 0 ? (
            <Empty
              command={`curl -s ${location.origin}/api/agents/ciso-intake -H "authorization: Bearer $SIGNET_API_KEY" -H 'content-type: application/json' -H 'idempotency-key: first' -d @intake.json`}
            >
              Submitted intakes appear here. Create an intake: the draft stays in this browser until you submit it.
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

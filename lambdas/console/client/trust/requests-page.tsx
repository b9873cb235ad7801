import { Badge, Button, type Column, Empty, Failure, PageHead, Select, Table, Time } from '@signet/ui'
import { trust } from '../api/trust.ts'
import type { TrustRequest } from '../clients/trust.ts'
import { useAction } from '../session/action.ts'
import { useParameter } from '../session/address.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { readAgain, usePages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { REQUEST_STATES, type RequestState, requestWords } from './trust-words.ts'

const PAGE = 50

type Decision = 'approve' | 'decline' | 'revoke'

const DECISIONS: Readonly<Record<RequestState, readonly Decision[]>> = {
  pending: ['approve', 'decline'],
  granted: ['revoke'],
  expired: ['approve'],
  declined: ['approve'],
  revoked: ['approve'],
}

const WORDS: Readonly<Record<Decision, string>> = { approve: 'Grant', decline: 'Decline', revoke: 'Revoke' }

const decide = (id: string, decision: Decision) => {
  if (decision === 'approve') return trust.approveTrustRequest({ id })
  return decision === 'decline' ? trust.declineTrustRequest({ id }) : trust.revokeTrustRequest({ id })
}

const Decisions = ({ of: { id, state, name } }: { readonly of: TrustRequest }) => {
  const action = useAction(
    (decision: Decision) => decide(id, decision),
    () => void readAgain('trust'),
  )
  return (
    <>
      <div class="row">
        {DECISIONS[state].map((decision) => (
          <Button
            key={decision}
            kind={decision === 'approve' ? 'plain' : 'quiet'}
            isBusy={action.isBusy}
            onClick={() => action.run(decision)}
          >
            {WORDS[decision]}
            <span class="hidden-text"> the request of {name}</span>
          </Button>
        ))}
      </div>
      {action.fault && <Failure fault={action.fault} />}
    </>
  )
}

const columns: readonly Column<TrustRequest>[] = [
  {
    title: 'Who',
    cell: ({ name, company, mail }) => (
      <div>
        {name}, {company}
        <div class="second small">{mail}</div>
      </div>
    ),
  },
  { title: 'Wants', cell: ({ artifact_name: artifact }) => artifact },
  {
    title: 'Accepted',
    cell: ({ receipt, terms_title: title }) => <a href={`/receipts/${receipt}`}>{title}</a>,
  },
  { title: 'Asked', cell: ({ asked_at: at }) => <Time at={at} now={serviceNow()} /> },
  {
    title: 'State',
    cell: ({ state, valid_until: until }) => (
      <>
        <Badge tone={requestWords(state).tone}>{requestWords(state).text}</Badge>
        {state === 'granted' && until !== null && (
          <div class="second small">
            ends <Time at={until} now={serviceNow()} />
          </div>
        )}
      </>
    ),
  },
  { title: 'Actions', isTitleHidden: true, cell: (request) => <Decisions of={request} /> },
]

/** Who asks for documents, and what is decided about it. */
export const RequestsPage = () => {
  const { organisation } = useSession()
  const [state, setState] = useParameter('state')
  const filter = state === '' ? {} : { state: state as RequestState }
  const pages = usePages({
    queryKey: ['trust', organisation.id, 'requests', filter],
    queryFn: ({ pageParam, signal }) =>
      trust.listTrustRequests({ ...filter, limit: PAGE, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  })
  return (
    <div class="stack">
      <PageHead
        title="Requests"
        about="Visitors who ask for documents on request, once their mail address is proven."
      />
      <TrustTabs current="/trust-pages/requests" />
      <Select
        label="State"
        value={state}
        onValue={setState}
        options={[
          { value: '', text: 'All' },
          ...REQUEST_STATES.map((value) => ({ value: value as string, text: requestWords(value).text })),
        ]}
      />
      <Loaded of={pages}>
        {({ pages: read }) => {
          const all = read.flatMap(({ requests }) => requests)
          return (
            <>
              {all.length === 0 ? (
                <Empty>{state === '' ? 'Nobody has asked for a document yet.' : 'There is none in this state.'}</Empty>
              ) : (
                <Table label="Requests" rows={all} keyOf={({ id }) => id} columns={columns} />
              )}
              <MorePages of={pages} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

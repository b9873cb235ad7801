import {
  Button,
  type Column,
  ConfirmDialog,
  Empty,
  Failure,
  LinkButton,
  PageHead,
  Select,
  Table,
  Time,
} from '@signet/ui'
import { useState } from 'preact/hooks'
import { type TrustRequest, trust } from '../api/trust.ts'
import { useAction } from '../session/action.ts'
import { useParameter } from '../session/address.ts'
import { Loaded, MorePages } from '../session/loaded.tsx'
import { invalidate, useOrganizationPages } from '../session/queries.ts'
import { StateBadge } from '../session/state-badge.tsx'
import { serviceNow } from '../transport/clock.ts'
import { TrustTabs } from './trust-tabs.tsx'
import { REQUEST_STATES, type RequestState, requestWords } from './trust-words.ts'

const PAGE_SIZE = 50

type Decision = 'approve' | 'decline' | 'revoke'

const DECISIONS: Readonly<Record<RequestState, readonly Decision[]>> = {
  pending: ['approve', 'decline'],
  granted: ['revoke'],
  expired: ['approve'],
  declined: ['approve'],
  revoked: ['approve'],
}

const BUTTON_TEXTS: Readonly<Record<Decision, string>> = { approve: 'Grant', decline: 'Decline', revoke: 'Revoke' }

const decide = (id: string, decision: Decision) => {
  if (decision === 'approve') return trust.approveTrustRequest({ id })
  return decision === 'decline' ? trust.declineTrustRequest({ id }) : trust.revokeTrustRequest({ id })
}

const hiddenContext = ({ name, artifact_name: artifactName }: TrustRequest) => (
  <span class="hidden-text">
    {' '}
    the request of {name} for {artifactName}
  </span>
)

const Decisions = ({ request }: { readonly request: TrustRequest }) => {
  const { id, state, name, company, artifact_name: artifactName, slug } = request
  const [isConfirming, setConfirming] = useState(false)
  const action = useAction(
    (decision: Decision) => decide(id, decision),
    () => {
      setConfirming(false)
      void invalidate('trust')
    },
  )
  return (
    <>
      <div class="row">
        {DECISIONS[state].map((decision) => (
          <Button
            key={decision}
            isBusy={action.isBusy}
            onClick={() => (decision === 'revoke' ? setConfirming(true) : action.run(decision))}
          >
            {BUTTON_TEXTS[decision]}
            {hiddenContext(request)}
          </Button>
        ))}
      </div>
      {action.fault && !isConfirming && <Failure fault={action.fault} />}
      {isConfirming && (
        <ConfirmDialog
          title={`Revoke ${name}'s access to ${artifactName}?`}
          action="Revoke access"
          isBusy={action.isBusy}
          fault={action.fault?.message}
          onConfirm={() => action.run('revoke')}
          onClose={() => setConfirming(false)}
        >
          <p>
            The link to “{artifactName}” on the page {slug} will stop working for {name}, {company}. Downloaded copies
            are not affected.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

const columns: readonly Column<TrustRequest>[] = [
  {
    title: 'Requester',
    cell: ({ name, company, mail }) => (
      <div>
        {name}, {company}
        <div class="second small">{mail}</div>
      </div>
    ),
  },
  {
    title: 'Document',
    cell: ({ artifact_name: artifactName, slug }) => (
      <div>
        {artifactName}
        <div class="second small">
          on <a href={`/trust-pages/pages/${slug}`}>{slug}</a>
        </div>
      </div>
    ),
  },
  {
    title: 'Accepted terms',
    cell: ({ receipt, terms_title: title }) => <a href={`/receipts/${receipt}`}>{title}</a>,
  },
  { title: 'Requested', cell: ({ requested_at: requestedAt }) => <Time at={requestedAt} now={serviceNow()} /> },
  {
    title: 'Status',
    cell: ({ state, valid_until: validUntil }) => (
      <div>
        <StateBadge of={requestWords(state)} />
        {state === 'granted' && validUntil !== null && (
          <div class="second small">
            expires <Time at={validUntil} now={serviceNow()} />
          </div>
        )}
      </div>
    ),
  },
  { title: 'Actions', isTitleHidden: true, cell: (request) => <Decisions request={request} /> },
]

const NoRequests = ({ state }: { readonly state: string }) =>
  state === '' ? (
    <Empty action={<LinkButton href="/trust-pages">View trust pages</LinkButton>}>
      Requests for documents appear here. On a trust page, make a document available on request to receive requests.
    </Empty>
  ) : (
    <Empty>No requests with this status.</Empty>
  )

export const RequestsPage = () => {
  const [state, setState] = useParameter('state')
  const filter = state === '' ? {} : { state: state as RequestState }
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['trust', organization, 'requests', filter],
    queryFn: ({ pageParam, signal }) =>
      trust.listTrustRequests({ ...filter, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
    next: ({ next_cursor }) => next_cursor,
  }))
  return (
    <div class="stack">
      <PageHead title="Requests" about="Document requests from visitors with a confirmed email address." />
      <TrustTabs current="/trust-pages/requests" />
      <Select
        label="Status"
        value={state}
        onValue={setState}
        options={[
          { value: '', text: 'All' },
          ...REQUEST_STATES.map((value) => ({ value, text: requestWords(value).text })),
        ]}
      />
      <Loaded of={pages}>
        {({ pages: loadedPages }) => {
          const all = loadedPages.flatMap(({ requests }) => requests)
          return (
            <>
              {all.length === 0 ? (
                <NoRequests state={state} />
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

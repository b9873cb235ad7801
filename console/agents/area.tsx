import { type Column, CopyId, Empty, LinkButton, Menu, Meter, PageHead, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type AgentGrant, agentGrants } from '../api/agent-grants.ts'
import { scopeWords } from '../keys/scope-words.ts'
import { formatCount, moneyOf } from '../session/amounts.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { nameOf, type Session, useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import { clientName } from './grant-words.ts'

const CONNECT_COMMAND = `claude mcp add --transport http signet <address of the image tools>`

const Spending = ({ of: { budget, spent: spentCredits, purchase_cents_left: cents } }: { readonly of: AgentGrant }) => (
  <div class="stack tight">
    {budget === null ? (
      <span>{formatCount(spentCredits, 'credit')}, no limit for this agent</span>
    ) : (
      <Meter label="Credits" used={spentCredits} limit={budget} />
    )}
    {cents !== null && <span class="second small">May still charge {moneyOf(cents)} to the saved card</span>}
  </div>
)

const columns = (
  session: Session,
  openDialog: (dialog: 'budget' | 'revoke', grant: AgentGrant) => void,
): readonly Column<AgentGrant>[] => [
  {
    title: 'Agent',
    cell: (grant) => (
      <>
        {clientName(grant)} <CopyId id={grant.client.id} what="client ID" />
        <div class="second small">
          {grant.client.domain ? `Verified domain: ${grant.client.domain}` : 'Not verified'}
        </div>
      </>
    ),
  },
  {
    title: 'Organization',
    cell: ({ organization }) => {
      const membership = session.organizations.find(({ id }) => id === organization)
      return membership ? nameOf(membership) : <CopyId id={organization} what="organization ID" />
    },
  },
  { title: 'Permissions', cell: ({ scopes }) => <span class="small">{scopes.map(scopeWords).join('; ')}</span> },
  { title: 'Spent', cell: (grant) => <Spending of={grant} /> },
  { title: 'Last used', cell: ({ used_at }) => <Time at={used_at} now={serviceNow()} /> },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: (grant) => (
      <Menu
        label={`Actions for ${clientName(grant)}`}
        icon="more"
        items={[
          { text: 'Change budget…', onChoose: () => openDialog('budget', grant) },
          { text: 'Revoke access…', isDanger: true, onChoose: () => openDialog('revoke', grant) },
        ]}
      />
    ),
  },
]

const RevokeDialog = ({ of: grant, onClose }: { readonly of: AgentGrant; readonly onClose: () => void }) => (
  <ConfirmAction
    title={`Revoke access for ${clientName(grant)}?`}
    action="Revoke access"
    work={() => agentGrants.revokeGrant({ id: grant.id })}
    onDone={() => {
      void invalidate('agents')
      onClose()
    }}
    onClose={onClose}
  >
    <p>
      The agent can no longer generate images or buy credits. The agent can still read existing images for up to 15
      minutes.
    </p>
    <p>Reconnect the agent to restore access.</p>
  </ConfirmAction>
)

export const Area = () => {
  const session = useSession()
  const [dialogState, setDialogState] = useState<{ readonly dialog: 'budget' | 'revoke'; readonly grant: AgentGrant }>()
  const grants = useQuery({
    queryKey: ['agents'],
    queryFn: async ({ signal }) => (await agentGrants.listGrants({}, { signal })).grants,
  })
  const close = () => setDialogState(undefined)
  return (
    <div class="stack">
      <PageHead
        title="Connected agents"
        about="Agents, such as Claude, that generate images for you within a budget that you set."
      />
      <Loaded of={grants}>
        {(all) =>
          all.length === 0 ? (
            <Empty
              command={CONNECT_COMMAND}
              action={<LinkButton href="/docs/imageAgents">Read how to connect an agent</LinkButton>}
            >
              Agents with access to your account appear here. Connect an agent to the image tools, then approve its
              request.
            </Empty>
          ) : (
            <Table
              label="Connected agents"
              rows={all}
              keyOf={({ id }) => id}
              columns={columns(session, (dialog, grant) => setDialogState({ dialog, grant }))}
            />
          )
        }
      </Loaded>
      {dialogState?.dialog === 'budget' && <BudgetDialog of={dialogState.grant} onClose={close} />}
      {dialogState?.dialog === 'revoke' && <RevokeDialog of={dialogState.grant} onClose={close} />}
    </div>
  )
}

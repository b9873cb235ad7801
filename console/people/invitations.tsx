import { Button, Code, type Column, Dialog, Empty, Notice, Section, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type InviteMemberOutput, type ListInvitationsOutput } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { InviteForm } from './invite-form.tsx'
import { roleText } from './roles.ts'

type Invitation = ListInvitationsOutput['invitations'][number]

/** The code is in the URL fragment, which browsers do not send to servers, so no log contains it. */
const linkOf = ({ token }: InviteMemberOutput): string => `${location.origin}/people/join#${token}`

const InvitationDialog = ({
  of: invitation,
  onClose,
}: {
  readonly of: InviteMemberOutput
  readonly onClose: () => void
}) => (
  <Dialog title={`Invitation for ${invitation.email}`} onClose={onClose}>
    <Notice kind="warn">
      <p>This link is shown once. Send it to {invitation.email}. The link works for this address only.</p>
    </Notice>
    <Code label="Invitation link" text={linkOf(invitation)} />
    <p class="second">
      Expires on <Time at={invitation.expiresAt} now={serviceNow()} isDay />.
    </p>
    <div class="actions">
      <Button kind="primary" onClick={onClose}>
        I have copied the link
      </Button>
    </div>
  </Dialog>
)

const columns = (withdraw: (id: string) => void): readonly Column<Invitation>[] => [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => roleText(role) },
  { title: 'Invited', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
  { title: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} now={serviceNow()} /> },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: ({ id, email }) => (
      <Button onClick={() => withdraw(id)} label={`Withdraw invitation for ${email}`}>
        Withdraw
      </Button>
    ),
  },
]

export const Invitations = () => {
  const { organization } = useSession()
  const [sentInvitation, setSentInvitation] = useState<InviteMemberOutput>()
  const invitations = useQuery({
    queryKey: ['invitations', organization.id],
    queryFn: async ({ signal }) => (await accounts.listInvitations({ org: organization.id }, { signal })).invitations,
  })
  const withdraw = useAction(
    (id: string) => accounts.withdrawInvitation({ org: organization.id, id }),
    () => void invalidate('invitations'),
  )
  return (
    <Section title="Invitations">
      <InviteForm onSent={setSentInvitation} />
      <Loaded of={invitations} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <Empty>Pending invitations appear here. Invite a member above.</Empty>
          ) : (
            <Table label="Invitations" rows={all} keyOf={({ id }) => id} columns={columns((id) => withdraw.run(id))} />
          )
        }
      </Loaded>
      {sentInvitation && <InvitationDialog of={sentInvitation} onClose={() => setSentInvitation(undefined)} />}
    </Section>
  )
}

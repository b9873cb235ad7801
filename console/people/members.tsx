import { Badge, type Column, Failure, Menu, Section, Select, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts, type ListMembersOutput } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { membersQuery } from '../session/members.ts'
import { invalidate, useQuery } from '../session/queries.ts'
import { type Session, useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { grantableRoles, roleText } from './roles.ts'

type Member = ListMembersOutput['members'][number]

const nameOfMember = ({ name, email }: Member): string => name ?? email ?? 'Unnamed member'

const mayChange = ({ organization: { role }, userId }: Session, member: Member): boolean =>
  member.userId !== userId && (role === 'owner' || (role === 'admin' && member.role !== 'owner'))

const RemoveDialog = ({ of: member, onClose }: { readonly of: Member; readonly onClose: () => void }) => {
  const { organization, userId } = useSession()
  const isSelf = member.userId === userId
  return (
    <ConfirmAction
      title={isSelf ? 'Leave this organization?' : `Remove ${nameOfMember(member)}?`}
      action={isSelf ? 'Leave organization' : 'Remove member'}
      work={() => accounts.removeMember({ org: organization.id, user: member.userId })}
      onDone={() => {
        if (isSelf) location.assign('/')
        void invalidate('members')
        onClose()
      }}
      onClose={onClose}
    >
      <p>
        {isSelf ? 'You lose' : 'They lose'} access immediately, and API keys that {isSelf ? 'you' : 'they'} created for
        the organization are revoked. Only a new invitation restores access for {isSelf ? 'you' : 'them'}.
      </p>
    </ConfirmAction>
  )
}

const columns = (
  session: Session,
  setRole: (member: Member, role: Member['role']) => void,
  remove: (member: Member) => void,
): readonly Column<Member>[] => [
  {
    title: 'Member',
    cell: (member) => (
      <>
        {nameOfMember(member)} {member.userId === session.userId && <Badge>You</Badge>}
        {member.isBeingRemoved && <Badge tone="warn">Removal incomplete: remove again</Badge>}
        {member.name && member.email && <div class="second small">{member.email}</div>}
      </>
    ),
  },
  {
    title: 'Role',
    cell: (member) =>
      mayChange(session, member) ? (
        <Select
          label={`Role of ${nameOfMember(member)}`}
          isLabelHidden
          value={member.role}
          options={grantableRoles(session.organization.role)}
          onValue={(role) => setRole(member, role)}
        />
      ) : (
        roleText(member.role)
      ),
  },
  { title: 'Since', cell: ({ since }) => <Time at={since} now={serviceNow()} isDay /> },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: (member) => {
      const isMe = member.userId === session.userId
      if (!isMe && !mayChange(session, member)) return null
      const text = isMe ? 'Leave…' : 'Remove…'
      const items = [{ text, isDanger: true, onChoose: () => remove(member) }]
      return <Menu label={`Actions for ${nameOfMember(member)}`} icon="more" items={items} />
    },
  },
]

export const Members = () => {
  const session = useSession()
  const { organization } = session
  const [memberToRemove, setMemberToRemove] = useState<Member>()
  const members = useQuery(membersQuery(organization.id))
  const setRole = useAction(
    ({ userId, role }: Pick<Member, 'userId' | 'role'>) =>
      accounts.setMemberRole({ org: organization.id, user: userId, role }),
    () => void invalidate('members'),
  )
  return (
    <Section title="Members">
      {setRole.fault && <Failure fault={setRole.fault} />}
      <Loaded of={members}>
        {(all) => (
          <Table
            label="Members"
            rows={all}
            keyOf={({ userId }) => userId}
            columns={columns(session, ({ userId }, role) => setRole.run({ userId, role }), setMemberToRemove)}
          />
        )}
      </Loaded>
      {memberToRemove && <RemoveDialog of={memberToRemove} onClose={() => setMemberToRemove(undefined)} />}
    </Section>
  )
}

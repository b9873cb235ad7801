import { Badge, Button, type Column, Failure, Section, Table, Time } from '@signet/ui'
import { accounts, type ListSessionsOutput } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { browserWords } from './browser-words.ts'

type Row = ListSessionsOutput['sessions'][number]

const columns = (signOut: (id: string) => void): readonly Column<Row>[] => [
  {
    title: 'Browser',
    cell: ({ client, current }) => (
      <>
        {browserWords(client)} {current && <Badge tone="ok">This browser</Badge>}
      </>
    ),
  },
  { title: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} now={serviceNow()} /> },
  { title: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} now={serviceNow()} /> },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: ({ id, current, client }) =>
      current ? null : (
        <Button onClick={() => signOut(id)} label={`Sign out ${browserWords(client)}`}>
          Sign out
        </Button>
      ),
  },
]

export const Sessions = () => {
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async ({ signal }) => (await accounts.listSessions({}, { signal })).sessions,
  })
  const signOut = useAction(
    (id: string) => accounts.revokeSession({ id }),
    () => void invalidate('sessions'),
  )
  return (
    <Section title="Sessions">
      <p class="second">Signing out a session ends its access immediately.</p>
      {signOut.fault && <Failure fault={signOut.fault} />}
      <Loaded of={sessions}>
        {(all) => (
          <Table label="Sessions" rows={all} keyOf={({ id }) => id} columns={columns((id) => signOut.run(id))} />
        )}
      </Loaded>
    </Section>
  )
}

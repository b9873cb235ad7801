import { Badge, Button, type Column, Failure, Section, Table, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { switchOrganization } from '../session/enter.ts'
import { nameOf, type Organization, useSession } from '../session/session.tsx'
import { roleText } from './roles.ts'

const columns = (switchTo: (id: string) => void): readonly Column<Organization>[] => [
  {
    title: 'Organization',
    cell: (organization) => (
      <>
        {nameOf(organization)} {organization.current && <Badge tone="ok">Current</Badge>}
      </>
    ),
  },
  { title: 'Your role', cell: ({ role }) => roleText(role) },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: (organization) =>
      organization.current ? null : (
        <Button onClick={() => switchTo(organization.id)} label={`Switch to ${nameOf(organization)}`}>
          Switch
        </Button>
      ),
  },
]

const NewOrganization = () => {
  const [name, setName] = useState('')
  const create = useAction(async () =>
    switchOrganization((await accounts.createOrganization({ name: name.trim() })).id),
  )
  return (
    <ActionForm
      isRow
      action={create}
      onSubmit={() => create.run()}
      text="Create organization"
      kind="plain"
      secondary={
        <p class="second small">
          A new organization starts on the Free plan without credits and becomes the current organization.
        </p>
      }
    >
      <TextField
        label="Organization name"
        required
        value={name}
        onValue={setName}
        maxLength={100}
        fault={create.fields.name}
        autocomplete="organization"
      />
    </ActionForm>
  )
}

export const Organizations = () => {
  const { organizations } = useSession()
  const change = useAction(switchOrganization)
  return (
    <Section title="Your organizations">
      {change.fault && <Failure fault={change.fault} />}
      <Table
        label="Your organizations"
        rows={organizations}
        keyOf={({ id }) => id}
        columns={columns((id) => change.run(id))}
      />
      <NewOrganization />
    </Section>
  )
}

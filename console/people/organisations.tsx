import { Badge, Button, type Column, Failure, Section, Table, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { switchTo } from '../session/enter.ts'
import { nameOf, type Organisation, useSession } from '../session/session.tsx'
import { roleText } from './roles.ts'

const columns = (change: (id: string) => void): readonly Column<Organisation>[] => [
  {
    title: 'Organisation',
    cell: (organisation) => (
      <>
        {nameOf(organisation)} {organisation.current && <Badge tone="ok">Shown now</Badge>}
      </>
    ),
  },
  { title: 'Your role', cell: ({ role }) => roleText(role) },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: (organisation) =>
      organisation.current ? null : (
        <Button onClick={() => change(organisation.id)} label={`Switch to ${nameOf(organisation)}`}>
          Switch
        </Button>
      ),
  },
]

const NewOrganisation = () => {
  const [name, setName] = useState('')
  const create = useAction(async () => switchTo((await accounts.createOrganisation({ name: name.trim() })).id))
  return (
    <ActionForm
      isRow
      action={create}
      onSubmit={() => create.run()}
      text="Create and switch to it"
      kind="plain"
      beside={<p class="second small">It has a plan and credits of its own, and begins on Free without credits.</p>}
    >
      <TextField
        label="Name of a new organisation"
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

export const Organisations = () => {
  const { organisations } = useSession()
  const change = useAction(switchTo)
  return (
    <Section title="Your organisations">
      {change.fault && <Failure fault={change.fault} />}
      <Table
        label="Your organisations"
        rows={organisations}
        keyOf={({ id }) => id}
        columns={columns((id) => change.run(id))}
      />
      <NewOrganisation />
    </Section>
  )
}

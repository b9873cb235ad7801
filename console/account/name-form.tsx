import { Section, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { accounts } from '../api/accounts.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { Loaded } from '../session/loaded.tsx'
import { membersQuery } from '../session/members.ts'
import { invalidate, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'

const Form = ({ name }: { readonly name: string }) => {
  const [text, setText] = useState(name)
  const save = useAction(
    () => accounts.setName({ name: text }),
    () => void invalidate('members'),
  )
  return (
    <ActionForm
      action={save}
      onSubmit={() => save.run()}
      text="Save name"
      kind="plain"
      unavailable={text === name ? 'No changes to save' : undefined}
    >
      <TextField
        label="Name"
        hint="Visible to members of your organizations"
        value={text}
        onValue={setText}
        maxLength={100}
        fault={save.fields.name}
        autocomplete="name"
      />
    </ActionForm>
  )
}

export const NameForm = () => {
  const { userId, organization } = useSession()
  const members = useQuery(membersQuery(organization.id))
  return (
    <Section title="Profile">
      <Loaded of={members} rows={1}>
        {(all) => {
          const name = all.find((member) => member.userId === userId)?.name ?? ''
          return <Form key={name} name={name} />
        }}
      </Loaded>
    </Section>
  )
}

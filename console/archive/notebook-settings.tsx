import { Section, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { queries, readAgain } from '../session/queries.ts'
import { notebookReading } from './readings.ts'

export const NotebookSettings = ({ of: notebook }: { readonly of: Notebook }) => {
  const [title, setTitle] = useState(notebook.title)
  const [description, setDescription] = useState(notebook.description)
  const [instructions, setInstructions] = useState(notebook.instructions)
  const isSaved =
    title === notebook.title && description === notebook.description && instructions === notebook.instructions
  const save = useAction(
    () =>
      notebooks.updateNotebook({
        wId: notebook.workspaceId,
        nId: notebook.id,
        'if-match': `"${notebook.version}"`,
        title,
        description,
        instructions,
      }),
    (saved) => {
      // The next change is made of its version: until it was read again, that would be refused.
      queries.setQueryData(notebookReading(saved.workspaceId, saved.id).queryKey, saved)
      void readAgain('notebooks')
    },
  )
  return (
    <Section title="Settings">
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Save"
        kind="plain"
        unavailable={isSaved ? 'It is saved' : undefined}
      >
        <TextField label="Title" required value={title} onValue={setTitle} maxLength={200} fault={save.fields.title} />
        <TextField
          label="Description"
          hint="For people; not used for answers"
          value={description}
          onValue={setDescription}
          fault={save.fields.description}
        />
        <TextArea
          label="Instructions"
          hint="For answers and documents of this notebook"
          value={instructions}
          onValue={setInstructions}
          fault={save.fields.instructions}
        />
      </ActionForm>
    </Section>
  )
}

import { Section, TextArea, TextField } from '@signet/ui'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { queries, readAgain } from '../session/queries.ts'
import { notebookReading } from './readings.ts'

export const NotebookSettings = ({ of: notebook }: { readonly of: Notebook }) => {
  const { title, description, instructions } = notebook
  const { draft, change } = useFormDraft({ title, description, instructions })
  const isSaved = draft.title === title && draft.description === description && draft.instructions === instructions
  const save = useAction(
    () =>
      notebooks.updateNotebook({
        wId: notebook.workspaceId,
        nId: notebook.id,
        'if-match': `"${notebook.version}"`,
        ...draft,
      }),
    (saved) => {
      // The next change is made of its version: until it was read again, that would be refused.
      queries.setQueryData(notebookReading(saved.workspaceId, saved.id).queryKey, saved)
      void readAgain('notebooks')
    },
  )
  const field = fieldsOf({ draft, change, fields: save.fields })
  return (
    <Section title="Settings">
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Save"
        kind="plain"
        unavailable={isSaved ? 'It is saved' : undefined}
      >
        <TextField label="Title" required maxLength={200} {...field('title')} />
        <TextField label="Description" hint="For people; not used for answers" {...field('description')} />
        <TextArea label="Instructions" hint="For answers and documents of this notebook" {...field('instructions')} />
      </ActionForm>
    </Section>
  )
}

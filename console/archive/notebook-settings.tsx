import { Section, TextArea, TextField } from '@signet/ui'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { fieldsOf, useFormDraft } from '../session/draft-form.ts'
import { invalidate, queries } from '../session/queries.ts'
import { notebookQuery } from './queries.ts'

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
      // The next update must send this version in `if-match`; the previous version would be rejected.
      queries.setQueryData(notebookQuery(saved.workspaceId, saved.id).queryKey, saved)
      void invalidate('notebooks')
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
        unavailable={isSaved ? 'No changes to save' : undefined}
      >
        <TextField label="Title" required maxLength={200} {...field('title')} />
        <TextField label="Description" hint="For your reference only" {...field('description')} />
        <TextArea
          label="Instructions"
          hint="Applied to answers and documents of this notebook"
          {...field('instructions')}
        />
      </ActionForm>
    </Section>
  )
}

import { Button, Notice, PageHead, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { Artifacts } from './artifacts.tsx'
import { Chat } from './chat.tsx'
import { NotebookSettings } from './notebook-settings.tsx'
import { notebookQuery } from './queries.ts'
import { Sources } from './sources.tsx'

const EVENTS = 'text/event-stream'

/** A notice with an undo for a deleted notebook, which can be restored for 30 days. */
const DeletedNotice = ({
  of: { id, title, workspaceId },
  onRestored,
}: {
  readonly of: Notebook
  readonly onRestored: () => void
}) => {
  const restore = useAction(
    () => notebooks.restoreNotebook({ wId: workspaceId, nId: id }),
    () => {
      void invalidate('notebooks')
      onRestored()
    },
  )
  return (
    <Notice kind="ok" action={<ActionButton of={restore}>Undo</ActionButton>}>
      <p>“{title}” was deleted.</p>
      {restore.fault && <p>{restore.fault.message}</p>}
    </Notice>
  )
}

const DeleteButton = ({
  of: { id, title, workspaceId },
  onDeleted,
}: {
  readonly of: Notebook
  readonly onDeleted: () => void
}) => (
  <ConfirmButton
    text="Delete…"
    title={`Delete “${title}”?`}
    action="Delete notebook"
    work={() => notebooks.deleteNotebook({ wId: workspaceId, nId: id })}
    onDone={(_, close) => {
      onDeleted()
      close()
    }}
  >
    <p>
      The documents of the notebook are also deleted. The exports stay in the archive. You can undo the deletion on the
      next screen, and for 30 days with the API.
    </p>
  </ConfirmButton>
)

const NotebookView = ({ of: notebook }: { readonly of: Notebook }) => {
  const [isDeleted, setDeleted] = useState(false)
  const { route } = useLocation()
  const { id: nId, workspaceId: wId } = notebook
  if (isDeleted) {
    return (
      <div class="stack">
        <DeletedNotice of={notebook} onRestored={() => setDeleted(false)} />
        <div class="row">
          <Button onClick={() => route('/archive/notebooks')}>Back to notebooks</Button>
        </div>
      </div>
    )
  }
  return (
    <div class="stack wide">
      <PageHead
        title={notebook.title}
        about={notebook.description}
        actions={<DeleteButton of={notebook} onDeleted={() => setDeleted(true)} />}
      />
      <Sources of={notebook} />
      <Section title="Questions">
        <Chat
          ask={(question, history) => notebooks.askNotebook.stream({ wId, nId, question, history, accept: EVENTS })}
        >
          Answers appear here. Ask a question about the sources of this notebook.
        </Chat>
      </Section>
      <Artifacts of={notebook} />
      <NotebookSettings key={notebook.version} of={notebook} />
    </div>
  )
}

export const NotebookPage = () => {
  const { params } = useRoute()
  const nId = params.id ?? ''
  const notebook = useOrganizationQuery(notebookQuery, nId)
  return (
    <Loaded
      of={notebook}
      absent={<NotFound what="notebook" back={{ href: '/archive/notebooks', text: 'Back to notebooks' }} />}
    >
      {(data) => <NotebookView of={data} />}
    </Loaded>
  )
}

import { Button, ConfirmDialog, Notice, PageHead, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { readAgain, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { Artifacts } from './artifacts.tsx'
import { Chat } from './chat.tsx'
import { NotebookSettings } from './notebook-settings.tsx'
import { notebookReading } from './readings.ts'
import { Sources } from './sources.tsx'

const EVENTS = 'text/event-stream'

/** The notebook was deleted a moment ago: for 30 days it can be restored. */
const Deleted = ({
  of: { id, title, workspaceId },
  onRestored,
}: {
  readonly of: Notebook
  readonly onRestored: () => void
}) => {
  const restore = useAction(
    () => notebooks.restoreNotebook({ wId: workspaceId, nId: id }),
    () => {
      void readAgain('notebooks')
      onRestored()
    },
  )
  return (
    <Notice
      kind="ok"
      action={
        <Button isBusy={restore.isBusy} onClick={() => restore.run()}>
          Undo
        </Button>
      }
    >
      <p>“{title}” is deleted.</p>
      {restore.fault && <p>{restore.fault.message}</p>}
    </Notice>
  )
}

const DeleteDialog = ({
  of: { id, title, workspaceId },
  onDeleted,
  onClose,
}: {
  readonly of: Notebook
  readonly onDeleted: () => void
  readonly onClose: () => void
}) => {
  const remove = useAction(
    () => notebooks.deleteNotebook({ wId: workspaceId, nId: id }),
    () => {
      onDeleted()
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      action="Delete the notebook"
      isBusy={remove.isBusy}
      fault={remove.fault?.message}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>Its documents go with it. The exports stay in the archive. It can be undone right after.</p>
    </ConfirmDialog>
  )
}

const NotebookView = ({ of: notebook }: { readonly of: Notebook }) => {
  const [isDeleting, setDeleting] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const { route } = useLocation()
  const { id: nId, workspaceId: wId } = notebook
  if (isDeleted) {
    return (
      <div class="stack">
        <Deleted of={notebook} onRestored={() => setDeleted(false)} />
        <div class="row">
          <Button onClick={() => route('/archive/notebooks')}>To all notebooks</Button>
        </div>
      </div>
    )
  }
  return (
    <div class="stack wide">
      <PageHead
        title={notebook.title}
        about={notebook.description}
        actions={
          <Button kind="danger" onClick={() => setDeleting(true)}>
            Delete…
          </Button>
        }
      />
      <Sources of={notebook} />
      <Section title="Ask">
        <Chat
          ask={(question, history) => notebooks.askNotebook.stream({ wId, nId, question, history, accept: EVENTS })}
        >
          Ask a question about these sources.
        </Chat>
      </Section>
      <Artifacts of={notebook} />
      <NotebookSettings key={notebook.version} of={notebook} />
      {isDeleting && (
        <DeleteDialog of={notebook} onDeleted={() => setDeleted(true)} onClose={() => setDeleting(false)} />
      )}
    </div>
  )
}

export const NotebookPage = () => {
  const { organisation } = useSession()
  const { params } = useRoute()
  const nId = params.id ?? ''
  const notebook = useQuery(notebookReading(organisation.id, nId))
  return (
    <Loaded
      of={notebook}
      absent={<NotFound what="notebook" back={{ href: '/archive/notebooks', text: 'To all notebooks' }} />}
    >
      {(data) => <NotebookView of={data} />}
    </Loaded>
  )
}

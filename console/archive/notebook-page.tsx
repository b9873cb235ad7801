import { Button, Notice, PageHead, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { ConfirmButton } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { readAgain, useOwn } from '../session/queries.ts'
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
    <Notice kind="ok" action={<ActionButton of={restore}>Undo</ActionButton>}>
      <p>“{title}” is deleted.</p>
      {restore.fault && <p>{restore.fault.message}</p>}
    </Notice>
  )
}

const Delete = ({
  of: { id, title, workspaceId },
  onDeleted,
}: {
  readonly of: Notebook
  readonly onDeleted: () => void
}) => (
  <ConfirmButton
    text="Delete…"
    title={`Delete “${title}”?`}
    action="Delete the notebook"
    work={() => notebooks.deleteNotebook({ wId: workspaceId, nId: id })}
    done={(_, close) => {
      onDeleted()
      close()
    }}
  >
    <p>Its documents go with it. The exports stay in the archive. It can be undone right after.</p>
  </ConfirmButton>
)

const NotebookView = ({ of: notebook }: { readonly of: Notebook }) => {
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
        actions={<Delete of={notebook} onDeleted={() => setDeleted(true)} />}
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
    </div>
  )
}

export const NotebookPage = () => {
  const { params } = useRoute()
  const nId = params.id ?? ''
  const notebook = useOwn(notebookReading, nId)
  return (
    <Loaded
      of={notebook}
      absent={<NotFound what="notebook" back={{ href: '/archive/notebooks', text: 'To all notebooks' }} />}
    >
      {(data) => <NotebookView of={data} />}
    </Loaded>
  )
}

import { type Column, Empty, PageHead, Table, TextField, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type Notebook, notebooks } from '../api/notebooks.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { LoadedPages } from '../session/loaded.tsx'
import { invalidate, useOrganizationPages } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { ArchiveTabs } from './archive-tabs.tsx'

const columns: readonly Column<Notebook>[] = [
  { title: 'Notebook', cell: ({ id, title }) => <a href={`/archive/notebooks/${id}`}>{title}</a> },
  { title: 'Sources', isNumber: true, cell: ({ sources }) => sources },
  { title: 'Updated', cell: ({ updatedAt }) => <Time at={updatedAt} now={serviceNow()} /> },
]

const NewNotebook = () => {
  const { organization } = useSession()
  const { route } = useLocation()
  const [title, setTitle] = useState('')
  const create = useAction(
    () => notebooks.createNotebook({ wId: organization.id, title: title.trim() }),
    ({ id }) => {
      void invalidate('notebooks')
      route(`/archive/notebooks/${id}`)
    },
  )
  return (
    <ActionForm
      isRow
      action={create}
      onSubmit={() => create.run()}
      text="Create notebook"
      unavailable={title.trim() === '' ? 'Enter a title first' : undefined}
    >
      <TextField
        label="Notebook title"
        value={title}
        onValue={setTitle}
        maxLength={200}
        fault={create.fields.title}
        autocomplete="off"
      />
    </ActionForm>
  )
}

export const NotebooksPage = () => {
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['notebooks', organization, 'list'],
    queryFn: ({ pageParam, signal }) =>
      notebooks.listNotebooks({ wId: organization, limit: 50, cursor: pageParam }, { signal }),
    next: ({ nextCursor }) => nextCursor,
  }))
  return (
    <div class="stack">
      <PageHead
        title="Archive"
        about="A notebook limits questions to the exports that you choose, and generates documents from them."
      />
      <ArchiveTabs current="/archive/notebooks" />
      <NewNotebook />
      <LoadedPages
        of={pages}
        itemsOf={(page) => page.notebooks}
        empty={<Empty>Your notebooks appear here. Enter a title above to create one.</Empty>}
      >
        {(all) => <Table label="Notebooks" rows={all} keyOf={({ id }) => id} columns={columns} />}
      </LoadedPages>
    </div>
  )
}

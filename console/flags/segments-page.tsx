import { Button, type Column, Empty, PageHead, Table } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type FlagSegment, flags } from '../api/flags.ts'
import { ConfirmAction } from '../session/confirm-action.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { conditionWords } from './condition-words.ts'
import { EnvironmentSelect } from './environment-select.tsx'
import { FlagTabs } from './flag-tabs.tsx'
import { segmentsQuery, useEnvironment } from './queries.ts'
import { SegmentDialog } from './segment-dialog.tsx'
import { SegmentUses } from './segment-uses.tsx'

type OpenDialog = { readonly dialog: 'edit' | 'delete'; readonly segment?: FlagSegment }

const columns = (environment: string, openDialog: (open: OpenDialog) => void): readonly Column<FlagSegment>[] => [
  {
    title: 'Segment',
    cell: ({ key, description }) => (
      <>
        {key}
        {description && <div class="second small plain">{description}</div>}
      </>
    ),
  },
  { title: 'Condition', cell: ({ when }) => conditionWords(when) },
  { title: 'Used by', cell: ({ key }) => <SegmentUses of={key} environment={environment} /> },
  {
    title: 'Actions',
    isTitleHidden: true,
    cell: (segment) => (
      <div class="row">
        <Button onClick={() => openDialog({ dialog: 'edit', segment })} label={`Edit ${segment.key}`}>
          Edit
        </Button>
        <Button kind="quiet" onClick={() => openDialog({ dialog: 'delete', segment })} label={`Delete ${segment.key}`}>
          Delete…
        </Button>
      </div>
    ),
  },
]

const DeleteDialog = ({
  of: { key, version },
  onClose,
}: {
  readonly of: FlagSegment
  readonly onClose: () => void
}) => {
  const [environment] = useEnvironment()
  return (
    <ConfirmAction
      title={`Delete segment ${key}?`}
      action="Delete segment"
      work={() => flags.deleteSegment({ key, environment, 'if-match': `"${version}"` })}
      onDone={() => {
        void invalidate('flags')
        onClose()
      }}
      onClose={onClose}
    >
      <p>Only a segment that no flag uses can be deleted.</p>
    </ConfirmAction>
  )
}

export const SegmentsPage = () => {
  const [environment] = useEnvironment()
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  const segments = useOrganizationQuery(segmentsQuery, environment)
  const close = () => setOpenDialog(undefined)
  return (
    <div class="stack">
      <PageHead
        title="Flags"
        about="A segment is a named condition that rules of several flags can share."
        actions={
          <Button kind="primary" icon="plus" onClick={() => setOpenDialog({ dialog: 'edit' })}>
            Create segment
          </Button>
        }
      />
      <FlagTabs current="/flags/segments" environment={environment} />
      <EnvironmentSelect />
      <Loaded of={segments}>
        {(all) =>
          all.length === 0 ? (
            <Empty>Your segments in {environment} appear here. Create the first segment.</Empty>
          ) : (
            <Table label="Segments" rows={all} keyOf={({ key }) => key} columns={columns(environment, setOpenDialog)} />
          )
        }
      </Loaded>
      {openDialog?.dialog === 'edit' && (
        <SegmentDialog {...(openDialog.segment ? { of: openDialog.segment } : {})} onClose={close} />
      )}
      {openDialog?.dialog === 'delete' && openDialog.segment && (
        <DeleteDialog of={openDialog.segment} onClose={close} />
      )}
    </div>
  )
}

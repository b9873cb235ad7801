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

type Open = { readonly what: 'edit' | 'delete'; readonly segment?: FlagSegment }

const columns = (environment: string, open: (open: Open) => void): readonly Column<FlagSegment>[] => [
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
        <Button onClick={() => open({ what: 'edit', segment })} label={`Edit ${segment.key}`}>
          Edit
        </Button>
        <Button kind="quiet" onClick={() => open({ what: 'delete', segment })} label={`Delete ${segment.key}`}>
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
      done={() => {
        void invalidate('flags')
        onClose()
      }}
      onClose={onClose}
    >
      <p>Flags are not affected: a segment in use cannot be deleted.</p>
    </ConfirmAction>
  )
}

export const SegmentsPage = () => {
  const [environment] = useEnvironment()
  const [open, setOpen] = useState<Open>()
  const segments = useOrganizationQuery(segmentsQuery, environment)
  const close = () => setOpen(undefined)
  return (
    <div class="stack">
      <PageHead
        title="Flags"
        about="A segment is a named condition that rules of several flags can share."
        actions={
          <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'edit' })}>
            Create segment
          </Button>
        }
      />
      <FlagTabs current="/flags/segments" environment={environment} />
      <EnvironmentSelect />
      <Loaded of={segments}>
        {(all) =>
          all.length === 0 ? (
            <Empty>Your segments appear here. Create the first segment in {environment}.</Empty>
          ) : (
            <Table label="Segments" rows={all} keyOf={({ key }) => key} columns={columns(environment, setOpen)} />
          )
        }
      </Loaded>
      {open?.what === 'edit' && <SegmentDialog {...(open.segment ? { of: open.segment } : {})} onClose={close} />}
      {open?.what === 'delete' && open.segment && <DeleteDialog of={open.segment} onClose={close} />}
    </div>
  )
}

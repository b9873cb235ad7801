import { Button, type Column, Empty, PageHead, Table } from '@signet/ui'
import { useState } from 'preact/hooks'
import type { FlagSegment } from '../api/flags.ts'
import { Loaded } from '../session/loaded.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { conditionWords } from './condition-words.ts'
import { DeleteSegmentDialog } from './delete-segment-dialog.tsx'
import { EnvironmentSelect } from './environment-select.tsx'
import { FlagTabs } from './flag-tabs.tsx'
import { segmentsReading, useEnvironment } from './readings.ts'
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
  { title: 'Who is in it', cell: ({ when }) => conditionWords(when) },
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

export const SegmentsPage = () => {
  const { organisation } = useSession()
  const [environment] = useEnvironment()
  const [open, setOpen] = useState<Open>()
  const segments = useQuery(segmentsReading(organisation.id, environment))
  const close = () => setOpen(undefined)
  return (
    <div class="stack">
      <PageHead
        title="Flags"
        about="A segment is a condition with a name, for rules of several flags."
        actions={
          <Button kind="primary" icon="plus" onClick={() => setOpen({ what: 'edit' })}>
            New segment
          </Button>
        }
      />
      <FlagTabs current="/flags/segments" environment={environment} />
      <EnvironmentSelect />
      <Loaded of={segments}>
        {(all) =>
          all.length === 0 ? (
            <Empty>There is no segment in {environment} yet.</Empty>
          ) : (
            <Table label="Segments" rows={all} keyOf={({ key }) => key} columns={columns(environment, setOpen)} />
          )
        }
      </Loaded>
      {open?.what === 'edit' && <SegmentDialog {...(open.segment ? { of: open.segment } : {})} onClose={close} />}
      {open?.what === 'delete' && open.segment && <DeleteSegmentDialog of={open.segment} onClose={close} />}
    </div>
  )
}

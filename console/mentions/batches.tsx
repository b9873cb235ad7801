import { Badge, type Column, Failure, Notice, Section, Table, Time } from '@signet/ui'
import { useState } from 'preact/hooks'
import { type ListSentimentBatchesOutput, sentiment } from '../api/sentiment.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { formatCount } from '../session/amounts.ts'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { PLATFORM_NAMES } from './monitor-words.ts'
import { batchesQuery } from './queries.ts'

type Batch = ListSentimentBatchesOutput['batches'][number] & { readonly isFailed: boolean }

const columns: readonly Column<Batch>[] = [
  {
    title: 'Batch',
    cell: ({ cycleId, platform }) => (
      <>
        {PLATFORM_NAMES[platform]}, <Time at={cycleId} now={serviceNow()} />
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ isFailed }) => <Badge tone={isFailed ? 'danger' : 'accent'}>{isFailed ? 'Failed' : 'Pending'}</Badge>,
  },
  {
    title: 'Events',
    isNumber: true,
    cell: ({ events }) => (events === 0 ? 'None (cycle summary)' : events.toLocaleString('en')),
  },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { title: 'Last response', cell: ({ lastStatus }) => lastStatus ?? 'None' },
  {
    title: 'Next attempt',
    cell: ({ nextAttemptAt }) => (nextAttemptAt ? <Time at={nextAttemptAt} now={serviceNow()} /> : 'None'),
  },
  { title: 'Expires', cell: ({ endsAt }) => <Time at={endsAt} now={serviceNow()} /> },
]

export const Batches = ({ tenantId }: { readonly tenantId: string }) => {
  const [redriven, setRedriven] = useState<number>()
  const { data: failed = [] } = useOrganizationQuery(batchesQuery, tenantId, 'dead')
  const { data: pending = [] } = useOrganizationQuery(batchesQuery, tenantId, 'pending')
  const redrive = useAction(
    () => sentiment.redriveSentimentBatches({ tenantId }),
    ({ redriven: count }) => {
      setRedriven(count)
      void invalidate('mentions')
    },
  )
  if (failed.length + pending.length === 0 && redriven === undefined) return null
  const rows = [
    ...failed.map((batch) => ({ ...batch, isFailed: true })),
    ...pending.map((batch) => ({ ...batch, isFailed: false })),
  ]
  return (
    <Section
      title="Undelivered batches"
      actions={
        failed.length > 0 && (
          <ActionButton kind="primary" icon="refresh" of={redrive}>
            Resend failed batches
          </ActionButton>
        )
      }
    >
      {redriven !== undefined && (
        <Notice kind="ok">
          <p>
            {formatCount(redriven, 'batch', 'batches')} will be retried for up to 24 hours. The event IDs do not change.
          </p>
        </Notice>
      )}
      {redrive.fault && <Failure fault={redrive.fault} />}
      {rows.length > 0 && <Table label="Batches" rows={rows} keyOf={({ batchId }) => batchId} columns={columns} />}
    </Section>
  )
}

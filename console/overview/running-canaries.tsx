import { Badge, type Column, Pending, Section, Table, Time } from '@signet/ui'
import type { Flag } from '../api/flags.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { productionFlagsQuery } from './queries.ts'

const columns: readonly Column<Flag>[] = [
  { title: 'Flag', cell: ({ key }) => <a href={`/flags/${key}`}>{key}</a> },
  {
    title: 'Status',
    cell: ({ canary }) => (
      <Badge tone={canary?.status === 'running' ? 'accent' : 'warn'}>
        {canary?.status === 'running' ? 'Running' : 'Paused'}
      </Badge>
    ),
  },
  { title: 'Percentage', isNumber: true, cell: ({ canary }) => `${canary?.percentage}%` },
  {
    title: 'Next stage',
    cell: ({ canary }) =>
      canary?.nextAt ? <Time at={canary.nextAt} now={serviceNow()} /> : 'After the canary is resumed',
  },
]

export const RunningCanaries = () => {
  const { data = [], isPending } = useOrganizationQuery(productionFlagsQuery)
  if (isPending) return <Pending />
  const running = data.filter(({ canary }) => canary?.status === 'running' || canary?.status === 'paused')
  if (running.length === 0) return null
  return (
    <Section title="Canaries in production">
      <Table label="Canaries" rows={running} keyOf={({ key }) => key} columns={columns} />
    </Section>
  )
}

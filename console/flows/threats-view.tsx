import { Badge, type Column, Section, Table } from '@signet/ui'
import { Markdown } from '@signet/ui/markdown'
import type { Flow } from '../api/flows.ts'
import { formatCount } from '../session/amounts.ts'
import { capitalize } from '../session/capitalize.ts'
import { sortByRisk, strideWords, type Threat, threatModelIn } from './threats.ts'

const columns: readonly Column<Threat>[] = [
  {
    title: 'Threat',
    cell: ({ id, action, source }) => (
      <div>
        {id} {action}
        <div class="second small plain">{source}</div>
      </div>
    ),
  },
  { title: 'Category', cell: ({ stride }) => strideWords(stride) },
  { title: 'Boundary', cell: ({ boundary }) => boundary },
  {
    title: 'Risk score',
    isNumber: true,
    cell: ({ likelihood, impactScore }) => (
      <span title={`Likelihood ${likelihood}, impact ${impactScore} of 5`}>{likelihood * impactScore}</span>
    ),
  },
  { title: 'Mitigation', cell: ({ mitigation }) => mitigation },
  { title: 'Tests', cell: ({ testIds }) => testIds.join(', ') || '–' },
  {
    title: 'Status',
    cell: ({ status }) => <Badge tone={status === 'open' ? 'warn' : 'ok'}>{capitalize(status)}</Badge>,
  },
]

export const ThreatsView = ({ flow: { governance, scaffold } }: { readonly flow: Flow }) => {
  const model = threatModelIn(scaffold.files)
  if (!model) return <Markdown label="Threat model" text={governance.threat_model} />
  const openCount = model.threats.filter(({ status }) => status === 'open').length
  return (
    <div class="stack">
      <p class="second">
        {formatCount(model.threats.length, 'threat')}, {openCount} open. The risk score is likelihood times impact, at
        most 25. Assets: {model.assets.join(', ')}. Boundaries: {model.trustBoundaries.join(', ')}.
      </p>
      <Table label="Threats" rows={sortByRisk(model.threats)} keyOf={({ id }) => id} columns={columns} />
      <details>
        <summary>Full document (docs/threat-model.md)</summary>
        <Section title="Threat model">
          <Markdown label="Threat model" text={governance.threat_model} />
        </Section>
      </details>
    </div>
  )
}

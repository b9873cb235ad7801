import { Bars } from '../src/bars.tsx'
import { Chart } from '../src/chart.tsx'
import {
  Badge,
  Code,
  CodeTabs,
  CopyButton,
  CopyId,
  Diff,
  Facts,
  LinkTabs,
  Meter,
  Table,
  Tabs,
  Time,
  Timeline,
} from '../src/index.ts'
import type { Story } from './story.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')

const ROWS = [
  { name: 'checkout', state: 'On', evaluations: 12_840 },
  { name: 'new-search', state: 'Off', evaluations: 0 },
]

const badge: Story = {
  name: 'Badge',
  states: {
    neutral: () => <Badge>Paused</Badge>,
    ok: () => (
      <Badge tone="ok" icon="check">
        Completed
      </Badge>
    ),
    warn: () => <Badge tone="warn">Stale</Badge>,
    danger: () => <Badge tone="danger">Failed</Badge>,
    accent: () => <Badge tone="accent">Processing</Badge>,
  },
}

const table: Story = {
  name: 'Table',
  states: {
    filled: () => (
      <Table
        label="Flags"
        rows={ROWS}
        keyOf={({ name }) => name}
        isCurrent={({ name }) => name === 'checkout'}
        columns={[
          { title: 'Flag', cell: ({ name }) => name },
          { title: 'Status', cell: ({ state }) => <Badge>{state}</Badge> },
          { title: 'Evaluations', isNumber: true, cell: ({ evaluations }) => evaluations.toLocaleString('en') },
        ]}
      />
    ),
  },
}

const bars: Story = {
  name: 'Bars',
  states: {
    filled: () => (
      <Bars
        label="Cards by element"
        bars={[
          { name: 'People', value: 4 },
          { name: 'Process', value: 12 },
          { name: 'Technology', value: 1_240 },
          { name: 'Money', value: 0 },
        ]}
      />
    ),
    'No cards': () => <Bars label="Nothing drawn" bars={[{ name: 'Risk', value: 0 }]} />,
  },
}

const meters: Story = {
  name: 'Meter',
  states: {
    low: () => <Meter label="Platform images" used={12} limit={100} />,
    'nearly used up': () => <Meter label="Platform images" used={85} limit={100} detail="Resets on Dec 1, 2026" />,
    'used up': () => <Meter label="Platform images" used={100} limit={100} />,
  },
}

const facts: Story = {
  name: 'Facts',
  states: {
    filled: () => (
      <Facts
        facts={[
          ['Quality', 'Draft'],
          ['Seed', <code key="seed">534047775</code>],
          ['Absent', undefined],
        ]}
      />
    ),
  },
}

const timeline: Story = {
  name: 'Timeline',
  states: {
    filled: () => (
      <Timeline
        label="Job progress"
        entries={[
          { title: 'Queued', tone: 'ok', at: '12:00:00' },
          { title: 'Processing', tone: 'ok', at: '12:00:01', detail: 'After 850 ms' },
          { title: 'Failed', tone: 'danger', at: '12:00:04', detail: 'The provider did not respond' },
        ]}
      />
    ),
  },
}

const diff: Story = {
  name: 'Diff',
  states: {
    filled: () => (
      <Diff
        label="Changed lines"
        lines={[
          { kind: 'same', text: 'type: percentage' },
          { kind: 'removed', text: 'percentage: 2' },
          { kind: 'added', text: 'percentage: 20' },
        ]}
      />
    ),
  },
}

const code: Story = {
  name: 'Code',
  states: {
    plain: () => <Code label="API key" text="plat_…" />,
    highlighted: () => (
      <Code label="Request" language="bash" text={'curl -s http://127.0.0.1:4000/api/health # works'} />
    ),
    tabs: () => (
      <CodeTabs
        label="Request"
        samples={[
          { name: 'TypeScript', language: 'typescript', text: "const response = await fetch('/api/health')" },
          { name: 'Python', language: 'python', text: 'print("health")' },
        ]}
      />
    ),
    'copy button': () => <CopyButton text="text" />,
    'copy ID': () => <CopyId id="01a2153e" />,
  },
}

const tabs: Story = {
  name: 'Tabs',
  states: {
    links: () => (
      <LinkTabs
        label="Images"
        current="/stories"
        links={[
          { href: '/stories', text: 'Playground' },
          { href: '/stories?story=Tabs', text: 'Gallery' },
        ]}
      />
    ),
    buttons: () => (
      <>
        <Tabs label="Languages" value="curl" names={['curl', 'Python']} onValue={() => {}} panel="panel" />
        <div id="panel" role="tabpanel" aria-label="curl">
          The panel
        </div>
      </>
    ),
  },
}

const times: Story = {
  name: 'Time',
  states: {
    past: () => <Time at="2026-11-26T09:30:00Z" now={NOW} />,
    future: () => <Time at="2026-11-28T12:00:00Z" now={NOW} />,
    day: () => <Time at="2026-12-01T00:00:00Z" now={NOW} isDay />,
  },
}

const chart: Story = {
  name: 'Chart',
  states: {
    filled: () => (
      <Chart
        label="Evaluations"
        times={[0, 1, 2, 3, 4].map((hour) => NOW + hour * 3_600_000)}
        series={[
          { name: 'control', values: [120, 180, 160, 240, 210] },
          { name: 'canary', values: [4, 9, null, 22, 31] },
        ]}
      />
    ),
  },
}

export const dataStories: readonly Story[] = [
  badge,
  table,
  bars,
  meters,
  facts,
  timeline,
  diff,
  code,
  tabs,
  times,
  chart,
]

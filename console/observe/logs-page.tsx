import { Badge, type Column, PageHead, Select, Table, Time, type Tone } from '@signet/ui'
import { type ListWorkerLogsInput, type ListWorkerLogsOutput, observe } from '../api/observe.ts'
import { useParameter } from '../session/address.ts'
import { capitalize } from '../session/capitalize.ts'
import { Loaded } from '../session/loaded.tsx'
import { useOrganizationQuery } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { FirstSpan } from './first-span.tsx'
import { ObserveTabs } from './observe-tabs.tsx'
import { summaryQuery } from './queries.ts'
import { RangeChoice, useRange } from './ranges.tsx'
import { attributeText } from './trace-links.ts'

type Log = ListWorkerLogsOutput['logs'][number]
type Level = NonNullable<ListWorkerLogsInput['level']>

const TONES: Readonly<Record<Level, Tone>> = {
  debug: 'neutral',
  info: 'accent',
  warn: 'warn',
  error: 'danger',
  fatal: 'danger',
}
const LEVELS = Object.keys(TONES) as readonly Level[]
const LOGS_MAX = 200

const columns: readonly Column<Log>[] = [
  { title: 'Message', cell: ({ message }) => <span class="reason">{message}</span> },
  { title: 'Level', cell: ({ level }) => <Badge tone={TONES[level]}>{capitalize(level)}</Badge> },
  {
    title: 'Context',
    cell: ({ context, metadata, error }) => {
      const all = { ...context, ...metadata, ...(error === null || error === undefined ? {} : { error }) }
      const text = Object.entries(all).map(([name, value]) => `${name}=${attributeText(value)}`)
      return text.length === 0 ? '–' : <code class="reason">{text.join(' ')}</code>
    },
  },
  { title: 'Time', cell: ({ ts }) => <Time at={ts} now={serviceNow()} /> },
]

const Logs = ({ worker, level }: { readonly worker: string; readonly level: Level | undefined }) => {
  const range = useRange()
  const logs = useOrganizationQuery((organization) => ({
    queryKey: ['observe', organization, 'logs', worker, range, level],
    queryFn: async ({ signal }) =>
      (await observe.listWorkerLogs({ worker, range, level, limit: LOGS_MAX }, { signal })).logs,
  }))
  return (
    <Loaded of={logs}>
      {(all) =>
        all.length === 0 ? (
          <p class="second">No logs of {worker} match these filters. Logs of a trace are part of the trace.</p>
        ) : (
          <Table label="Logs" rows={all} keyOf={({ id }) => id} columns={columns} />
        )
      }
    </Loaded>
  )
}

const FilteredLogs = ({ workers }: { readonly workers: readonly string[] }) => {
  const [requestedWorker, setWorker] = useParameter('worker')
  const [levelParameter, setLevel] = useParameter('level')
  const worker = requestedWorker || workers[0] || ''
  const level = LEVELS.find((each) => each === levelParameter)
  const names = workers.includes(worker) ? workers : [...workers, worker]
  return (
    <>
      <div class="row bottom">
        <Select
          label="Worker"
          value={worker}
          onValue={setWorker}
          options={names.map((name) => ({ value: name, text: name }))}
        />
        <Select
          label="Level"
          value={level ?? ''}
          onValue={setLevel}
          options={[{ value: '', text: 'All' }, ...LEVELS.map((each) => ({ value: each, text: capitalize(each) }))]}
        />
        <RangeChoice />
      </div>
      <Logs worker={worker} level={level} />
    </>
  )
}

export const LogsPage = () => {
  const range = useRange()
  const [requestedWorker] = useParameter('worker')
  const workers = useOrganizationQuery(summaryQuery, range)
  return (
    <div class="stack">
      <PageHead title="Logs" about="Logs that workers sent without a trace. Logs of a trace are part of the trace." />
      <ObserveTabs current="/observe/logs" />
      <Loaded of={workers}>
        {(all) =>
          all.length === 0 && requestedWorker === '' ? (
            <FirstSpan />
          ) : (
            <FilteredLogs workers={all.map(({ worker_name: name }) => name)} />
          )
        }
      </Loaded>
    </div>
  )
}

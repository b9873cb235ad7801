import { type Column, Empty, LinkButton, Notice, PageHead, Select, Table, TextField, Time } from '@signet/ui'
import { type ReadingSearchResults, runtime } from '../api/runtime.ts'
import { useParameter } from '../session/address.ts'
import { formatCount } from '../session/amounts.ts'
import { LoadedPages } from '../session/loaded.tsx'
import { useOrganizationPages } from '../session/queries.ts'
import { serviceNow } from '../transport/clock.ts'
import { type FactValue, factText } from './fact-words.ts'
import { ReadingTabs } from './reading-tabs.tsx'

const PAGE_SIZE = 20

const KINDS: Readonly<Record<string, string>> = {
  reading: 'Reading',
  'agent.run': 'Consultation',
  flow: 'Flow',
  'grader.run': 'Graded text',
}

type StoredReading = ReadingSearchResults['matches'][number]['reading']
type Contradictions = ReadingSearchResults['summary']['contradictions']

const columns: readonly Column<StoredReading>[] = [
  { title: 'Reading', cell: ({ hash, spread, role }) => <a href={`/readings/saved/${hash}`}>{role ?? spread}</a> },
  { title: 'Kind', cell: ({ kind }) => KINDS[kind] ?? kind },
  { title: 'Intention', cell: ({ intention }) => <span class="clipped">{intention || '–'}</span> },
  { title: 'Cards', cell: ({ cards }) => cards.length, isNumber: true },
  { title: 'Open questions', cell: ({ questions }) => questions, isNumber: true },
  { title: 'Saved', cell: ({ at }) => <Time at={at} now={serviceNow()} /> },
]

const NoSavedReadings = ({ project }: { readonly project: string }) => (
  <Empty
    action={
      <LinkButton kind="primary" href="/readings?spread=threat_model">
        Start threat model
      </LinkButton>
    }
    command={`curl -s ${location.origin}/_api/runtime/recall -H "authorization: Bearer $SIGNET_API_KEY" -H 'content-type: application/json' -d '${JSON.stringify({ querent: project })}'`}
  >
    Saved readings of the project {project} appear here. Signing a reading saves it.
  </Empty>
)

const ContradictionsNotice = ({ contradictions }: { readonly contradictions: Contradictions }) =>
  contradictions.length === 0 ? null : (
    <Notice kind="warn">
      <p>Saved readings contain facts that have since changed:</p>
      <ul class="stack tight">
        {contradictions.map(({ fact, values, hashes }) => (
          <li key={fact}>
            {fact.replaceAll('_', ' ')}: {values.map((value) => factText(value as FactValue)).join(', then ')} (
            <a href={`/readings/saved/${hashes.at(-1)}`}>oldest of {formatCount(hashes.length, 'reading')}</a>)
          </li>
        ))}
      </ul>
    </Notice>
  )

const Filters = () => {
  const [project, setProject] = useParameter('project')
  const [kind, setKind] = useParameter('kind')
  const [text, setText] = useParameter('q')
  return (
    <div class="row bottom">
      <TextField label="Project" placeholder="default" value={project} onValue={setProject} maxLength={64} />
      <TextField label="Search" type="search" value={text} onValue={setText} maxLength={200} />
      <Select
        label="Kind"
        value={kind}
        onValue={setKind}
        options={[
          { value: '', text: 'All' },
          ...Object.entries(KINDS).map(([value, words]) => ({ value, text: words })),
        ]}
      />
    </div>
  )
}

const useSavedReadings = () => {
  const [project] = useParameter('project')
  const [kind] = useParameter('kind')
  const [text] = useParameter('q')
  const querent = project || 'default'
  const pages = useOrganizationPages((organization) => ({
    queryKey: ['readings', organization, 'saved', querent, kind, text],
    queryFn: ({ pageParam, signal }) =>
      runtime.recallReadings(
        {
          querent,
          limit: PAGE_SIZE,
          cursor: pageParam,
          ...(kind === '' ? {} : { where: `kind = "${kind}"` }),
          ...(text.trim() === '' ? {} : { text }),
        },
        { signal },
      ),
    next: ({ next_cursor }) => next_cursor,
  }))
  return { pages, querent, isFiltered: kind !== '' || text.trim() !== '' }
}

export const SavedReadingsPage = () => {
  const { pages, querent, isFiltered } = useSavedReadings()
  return (
    <div class="stack">
      <PageHead
        title="Saved readings"
        about="Readings that were signed and saved in a project. Anyone with the receipt and its opening (the claims and a salt) can reproduce them."
      />
      <ReadingTabs current="/readings/saved" />
      <Filters />
      <LoadedPages
        of={pages}
        itemsOf={({ matches }) => matches.map(({ reading }) => reading)}
        empty={
          isFiltered ? (
            <p class="second">No saved readings match these filters.</p>
          ) : (
            <NoSavedReadings project={querent} />
          )
        }
      >
        {(all, [first]) => (
          <>
            <ContradictionsNotice contradictions={first?.summary.contradictions ?? []} />
            <Table label="Saved readings" rows={all} keyOf={({ hash }) => hash} columns={columns} />
          </>
        )}
      </LoadedPages>
    </div>
  )
}

import { PageHead, Segments, Select, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { runtime } from '../api/runtime.ts'
import { addressWith } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { type QueryContext, useQuery } from '../session/queries.ts'
import { type Answers, answersOf } from './fact-words.ts'
import { ReadingTabs } from './reading-tabs.tsx'
import { NoReading, ReadingView } from './reading-view.tsx'
import { ScriptForm } from './script-form.tsx'

const spreadsQuery = {
  queryKey: ['readings', 'spreads'],
  queryFn: async ({ signal }: QueryContext) => (await runtime.listSpreads({}, { signal })).spreads,
  staleTime: Number.POSITIVE_INFINITY,
}

/** Spreads whose name ends with `-cast` are used by other spreads and have no questions. */
const hasQuestions = ({ name }: { readonly name: string }): boolean => !name.endsWith('-cast')

const SpreadChoice = ({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) => {
  const spreads = useQuery(spreadsQuery)
  return (
    <Loaded of={spreads} rows={1}>
      {(all) => (
        <Select
          label="Question set (spread)"
          value={value}
          onValue={onValue}
          options={[
            { value: '', text: 'Select a question set' },
            ...all.filter(hasQuestions).map(({ name, title }) => ({ value: name, text: `${name}: ${title}` })),
          ]}
        />
      )}
    </Loaded>
  )
}

type Source = 'spread' | 'script'

/** The inputs of the reading are in the URL, so that Back undoes an answer. A custom script stays on the page. */
const useReadingInput = () => {
  const { query, route } = useLocation()
  const [script, setScript] = useState<string | undefined>()
  // Reads the current URL, because one click can both leave a text field and change another input.
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    route(addressWith('/readings', { ...Object.fromEntries(new URLSearchParams(location.search)), ...changes }))
  const source: Source = query.by === 'script' ? 'script' : 'spread'
  return {
    source,
    spread: query.spread ?? '',
    script: source === 'script' ? script : undefined,
    intention: query.intention ?? '',
    querent: query.project ?? '',
    answers: answersOf(query.facts ?? ''),
    declined: (query.unknown ?? '').split(',').filter(Boolean),
    setScript,
    change,
  }
}

const Intention = ({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) => {
  const [draft, setDraft] = useState(value)
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        onValue(draft)
      }}
      onFocusOut={() => {
        if (draft !== value) onValue(draft)
      }}
    >
      <TextArea
        label="Plan or decision"
        hint="You will not be asked about facts that you state here, such as public access or payments."
        rows={3}
        maxLength={2_000}
        placeholder="A webhook that takes payment events from the shop and books them"
        value={draft}
        onValue={setDraft}
        onSubmit={() => onValue(draft)}
      />
    </form>
  )
}

const Project = ({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) => (
  <TextField
    label="Project"
    hint="Saved readings are grouped by project. If empty, the project “default” is used."
    maxLength={64}
    spellcheck={false}
    value={value}
    onValue={onValue}
  />
)

type ReadingInputState = ReturnType<typeof useReadingInput>

const ReadingInputs = ({
  input: { source, spread, intention, querent, setScript, change },
}: {
  readonly input: ReadingInputState
}) => (
  <div class="columns">
    <div>
      <div class="stack">
        <Intention key={intention} value={intention} onValue={(value) => change({ intention: value })} />
        <Project value={querent} onValue={(value) => change({ project: value })} />
      </div>
    </div>
    <div>
      <div class="stack">
        <Segments
          label="Reading type"
          value={source}
          options={[
            { value: 'spread', text: 'Built-in question set' },
            { value: 'script', text: 'Custom script' },
          ]}
          onValue={(value: Source) =>
            change({ by: value === 'script' ? 'script' : undefined, facts: undefined, unknown: undefined })
          }
        />
        {source === 'spread' ? (
          <SpreadChoice
            value={spread}
            onValue={(value) => change({ spread: value, facts: undefined, unknown: undefined })}
          />
        ) : (
          <ScriptForm onReady={setScript} />
        )}
      </div>
    </div>
  </div>
)

export const NewReadingPage = () => {
  const input = useReadingInput()
  const { source, spread, script, intention, querent, answers, declined, change } = input
  const hasSource = source === 'script' ? script !== undefined : spread !== ''
  return (
    <div class="stack">
      <PageHead
        title="Readings"
        about="A reading applies expert checks (cards) to your plan and reports risks, reasons, unknowns and actions. The same answers always give the same report."
      />
      <ReadingTabs current="/readings" />
      <ReadingInputs input={input} />
      {hasSource ? (
        <ReadingView
          input={{ ...(script === undefined ? { spreadType: spread } : { script }), intention, answers, querent }}
          declined={declined}
          onAnswers={(nextAnswers: Answers) =>
            change({ facts: Object.keys(nextAnswers).length === 0 ? undefined : JSON.stringify(nextAnswers) })
          }
          onDecline={(fact) => change({ unknown: [...declined, fact].join(',') })}
        />
      ) : (
        <NoReading onBegin={() => change({ by: undefined, spread: 'threat_model' })} />
      )}
    </div>
  )
}

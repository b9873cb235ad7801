import { PageHead, Segments, Select, TextArea, TextField } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { runtime } from '../api/runtime.ts'
import { addressWith } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { type QueryContext, useQuery } from '../session/queries.ts'
import { type Answers, answersOf } from './fact-words.ts'
import { NothingRead, Read } from './read-page.tsx'
import { ReadingTabs } from './reading-tabs.tsx'
import { ScriptForm } from './script-form.tsx'

const SPREADS = {
  queryKey: ['readings', 'spreads'],
  queryFn: async ({ signal }: QueryContext) => (await runtime.listSpreads({}, { signal })).spreads,
  staleTime: Number.POSITIVE_INFINITY,
}

/** Spreads that others draw in: they are no interviews. */
const isAsked = ({ name }: { readonly name: string }): boolean => !name.endsWith('-cast')

const SpreadChoice = ({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) => {
  const spreads = useQuery(SPREADS)
  return (
    <Loaded of={spreads} rows={1}>
      {(all) => (
        <Select
          label="Spread"
          value={value}
          onValue={onValue}
          options={[
            { value: '', text: 'Choose what to look at' },
            ...all.filter(isAsked).map(({ name, title }) => ({ value: name, text: `${name}: ${title}` })),
          ]}
        />
      )}
    </Loaded>
  )
}

type Source = 'spread' | 'script'

/** What is read is in the address, so that Back takes an answer back; a script of one's own stays on the page. */
const useAsked = () => {
  const { query, route } = useLocation()
  const [script, setScript] = useState<string | undefined>()
  // Leaving a field and choosing elsewhere are one click: each change is to the address as it is by then.
  const change = (part: Readonly<Record<string, string | undefined>>) =>
    route(addressWith('/readings', { ...Object.fromEntries(new URLSearchParams(location.search)), ...part }))
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
  const [typed, setTyped] = useState(value)
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        onValue(typed)
      }}
      onFocusOut={() => {
        if (typed !== value) onValue(typed)
      }}
    >
      <TextArea
        label="What you want to build or decide"
        hint="In your words. What it says of public, payments, webhooks and the like is not asked again."
        rows={3}
        maxLength={2_000}
        placeholder="A webhook that takes payment events from the shop and books them"
        value={typed}
        onValue={setTyped}
        onSubmit={() => onValue(typed)}
      />
    </form>
  )
}

const Project = ({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) => (
  <TextField
    label="Project"
    hint="Kept readings are remembered by project; empty is the project default."
    maxLength={64}
    spellcheck={false}
    value={value}
    onValue={onValue}
  />
)

type CurrentReading = ReturnType<typeof useAsked>

const Choices = ({
  asked: { source, spread, intention, querent, setScript, change },
}: {
  readonly asked: CurrentReading
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
          label="What is read"
          value={source}
          options={[
            { value: 'spread', text: 'A spread' },
            { value: 'script', text: 'Your own script' },
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
  const asked = useAsked()
  const { source, spread, script, intention, querent, answers, declined, change } = asked
  const isChosen = source === 'script' ? script !== undefined : spread !== ''
  return (
    <div class="stack">
      <PageHead
        title="Readings"
        about="Expert questions for what you plan: what applies, why, what is unknown and what to do. By rules, so the same answers always give the same report."
      />
      <ReadingTabs current="/readings" />
      <Choices asked={asked} />
      {isChosen ? (
        <Read
          asked={{ ...(script === undefined ? { spreadType: spread } : { script }), intention, answers, querent }}
          declined={declined}
          onAnswers={(next: Answers) =>
            change({ facts: Object.keys(next).length === 0 ? undefined : JSON.stringify(next) })
          }
          onDecline={(fact) => change({ unknown: [...declined, fact].join(',') })}
        />
      ) : (
        <NothingRead onBegin={() => change({ by: undefined, spread: 'threat_model' })} />
      )}
    </div>
  )
}

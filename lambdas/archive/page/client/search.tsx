import { useEffect, useState } from 'preact/hooks'
import { call, messageOf } from './api.ts'
import { Problem } from './problem.tsx'
import { passageAddress } from './route.ts'
import type { Result } from './shapes.ts'

/** Programs whose exports are read, by the names that people know. */
const PROGRAMS = [
  ['chatgpt', 'ChatGPT'],
  ['claude', 'Claude'],
  ['deepseek', 'DeepSeek'],
  ['gemini', 'Gemini'],
  ['grok', 'Grok'],
  ['librechat', 'LibreChat'],
  ['mistral', 'Le Chat'],
  ['open-webui', 'Open WebUI'],
  ['perplexity', 'Perplexity'],
  ['thread', 'other threads'],
] as const

/** Pause after typing before a search: the limit is 60 searches a minute. */
const PAUSE_MS = 450

type Hit = Result['hits'][number]

/** A snippet with highlighted words. */
const Snippet = ({ hit: { snippet } }: { readonly hit: Hit }) => {
  let at = 0
  const pieces = snippet.highlights.flatMap(({ start, end }) => {
    const before = snippet.text.slice(at, start)
    at = end
    return [before, <mark key={start}>{snippet.text.slice(start, end)}</mark>]
  })
  return (
    <p class="snippet">
      {pieces}
      {snippet.text.slice(at)}
    </p>
  )
}

export const Results = ({ results }: { readonly results: readonly Result[] }) => (
  <ol class="cards">
    {results.map(({ conversation, hits }) => (
      <li key={conversation.id}>
        <a href={passageAddress(conversation.id, hits[0]?.messageIds[0])}>{conversation.title || 'Untitled'}</a>{' '}
        <small>
          {conversation.vendor}
          {conversation.updatedAt ? `, ${conversation.updatedAt.slice(0, 10)}` : ''}
        </small>
        {hits.map((hit) => (
          <Snippet key={hit.snippet.text} hit={hit} />
        ))}
      </li>
    ))}
  </ol>
)

type Query = Readonly<Record<string, string>>

/** The results of a query, a moment after it was typed. */
const useResults = (query: Query) => {
  const [results, setResults] = useState<readonly Result[]>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== ''))
    if ((given.q ?? '').trim().length < 2) {
      setResults(undefined)
      return
    }
    let isOld = false
    const timer = setTimeout(() => {
      call<{ results: Result[] }>('GET', 'api/search', { query: { ...given, limit: '20' } })
        .then((results) => {
          if (isOld) return
          setResults(results.results)
          setProblem(undefined)
        })
        .catch((error: unknown) => !isOld && setProblem(messageOf(error)))
    }, PAUSE_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [query])
  return { results, problem }
}

/** Searches while the user types. */
export const Search = () => {
  const [query, setQuery] = useState<Query>({ q: '' })
  const { results, problem } = useResults(query)
  const change = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    setQuery({ ...query, [name]: event.currentTarget.value })
  return (
    <section aria-labelledby="search">
      <h2 id="search">Search</h2>
      <form class="row" onSubmit={(event) => event.preventDefault()}>
        <label class="wide">
          What was it about?
          <input type="search" value={query.q ?? ''} onInput={change('q')} />
        </label>
        <label>
          From
          <select value={query.vendor ?? ''} onChange={change('vendor')}>
            <option value="">anywhere</option>
            {PROGRAMS.map(([vendor, name]) => (
              <option key={vendor} value={vendor}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Since
          <input type="date" value={query.from ?? ''} onChange={change('from')} />
        </label>
        <label>
          Before
          <input type="date" value={query.to ?? ''} onChange={change('to')} />
        </label>
      </form>
      <Problem problem={problem} />
      <p role="status">{results && `${results.length} conversations`}</p>
      {results && <Results results={results} />}
    </section>
  )
}

import { useCallback, useEffect, useState } from 'preact/hooks'
import { call, messageOf, part } from './api.ts'
import { Artifacts } from './artifacts.tsx'
import { Ask } from './ask.tsx'
import { Problem } from './problem.tsx'
import type { Notebook, Source, Upload } from './shapes.ts'

interface SourcesProps {
  readonly at: string
  readonly onProblem: (problem: string) => void
}

interface SourceFormProps {
  readonly uploads: readonly Upload[]
  readonly onAdd: (upload: string) => void
}

const SourceForm = ({ uploads, onAdd }: SourceFormProps) => (
  <form
    class="row"
    onSubmit={(event) => {
      event.preventDefault()
      onAdd(String(new FormData(event.currentTarget).get('upload') ?? ''))
    }}
  >
    <label>
      Export
      <select name="upload">
        {uploads.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
    <button type="submit">Add source</button>
  </form>
)

/** The sources of the notebook, and the uploads that can be added. */
const Sources = ({ at, onProblem }: SourcesProps) => {
  const [sources, setSources] = useState<readonly Source[]>([])
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const load = useCallback(async (): Promise<void> => {
    const [notebook, all] = await Promise.all([
      call<{ sources: Source[] }>('GET', `${at}/sources`),
      call<{ uploads: Upload[] }>('GET', 'api/uploads', { query: { limit: '100' } }),
    ])
    setSources(notebook.sources.filter(({ status }) => status !== 'removed'))
    setUploads(all.uploads.filter(({ state }) => state === 'uploaded'))
  }, [at])
  const attempt = (work: () => Promise<unknown>) =>
    void work()
      .then(load)
      .catch((error: unknown) => onProblem(messageOf(error)))
  useEffect(() => attempt(async () => undefined), [load])
  const nameOf = (id: string): string => uploads.find((upload) => upload.id === id)?.name ?? 'An export'
  const others = uploads.filter(({ id }) => !sources.some(({ uploadId }) => uploadId === id))

  return (
    <section aria-labelledby="sources">
      <h3 id="sources">Sources</h3>
      <ul class="cards">
        {sources.map(({ id, uploadId, conversations, status }) => (
          <li key={id} class="row">
            <span>{nameOf(uploadId)}</span>
            <small>
              {conversations} conversations, {status.replaceAll('_', ' ')}
            </small>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${nameOf(uploadId)}`}
              onClick={() => attempt(() => call('DELETE', `${at}/sources/${part(id)}`))}
            >
              Remove
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <SourceForm
          uploads={others}
          onAdd={(uploadId) => attempt(() => call('POST', `${at}/sources`, { body: { uploadId } }))}
        />
      )}
    </section>
  )
}

interface Props {
  readonly base: string
  readonly id: string
  readonly onChange: () => Promise<void>
}

/** A notebook: its sources, questions and artifacts. */
export const NotebookPage = ({ base, id, onChange }: Props) => {
  const at = `${base}/${part(id)}`
  const [notebook, setNotebook] = useState<Notebook>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    call<Notebook>('GET', at)
      .then(setNotebook)
      .catch((error: unknown) => setProblem(messageOf(error)))
  }, [at])
  const remove = async (): Promise<void> => {
    await call('DELETE', at)
    await onChange()
    location.hash = '#/notebooks'
  }

  return (
    <section aria-labelledby="notebook">
      <Problem problem={problem} />
      {notebook && (
        <>
          <div class="row">
            <h2 id="notebook">{notebook.title}</h2>
            <button
              type="button"
              class="quiet"
              onClick={() => void remove().catch((error: unknown) => setProblem(messageOf(error)))}
            >
              Delete notebook
            </button>
          </div>
          <Sources at={at} onProblem={setProblem} />
          <Ask path={`${at}/chat`} hint="Ask a question about these sources." />
          <Artifacts at={at} onProblem={setProblem} />
        </>
      )}
    </section>
  )
}

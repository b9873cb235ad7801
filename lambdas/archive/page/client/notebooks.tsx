import { useCallback, useEffect, useState } from 'preact/hooks'
import { call, messageOf, part } from './api.ts'
import { NotebookPage } from './notebook.tsx'
import { Problem } from './problem.tsx'
import type { Notebook } from './shapes.ts'

interface Props {
  readonly workspace: string
  readonly notebook: string | undefined
}

/** The notebooks of a workspace, and the open one. */
export const Notebooks = ({ workspace, notebook }: Props) => {
  const base = `api/v2/workspaces/${part(workspace)}/notebooks`
  const [notebooks, setNotebooks] = useState<readonly Notebook[]>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(async (): Promise<void> => {
    try {
      setNotebooks((await call<{ notebooks: Notebook[] }>('GET', base, { query: { limit: '100' } })).notebooks)
      setProblem(undefined)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }, [base])
  useEffect(() => void load(), [load])
  const create = async (title: string): Promise<void> => {
    const made = await call<Notebook>('POST', base, { body: { title } })
    await load()
    location.hash = `#/notebooks/${part(made.id)}`
  }

  if (notebook !== undefined) return <NotebookPage key={notebook} base={base} id={notebook} onChange={load} />
  return (
    <section aria-labelledby="notebooks">
      <h2 id="notebooks">Notebooks</h2>
      <Problem problem={problem} />
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          const title = String(new FormData(event.currentTarget).get('title') ?? '').trim()
          if (title !== '') void create(title).catch((error: unknown) => setProblem(messageOf(error)))
        }}
      >
        <label class="wide">
          Title of a new notebook
          <input name="title" maxLength={200} autocomplete="off" />
        </label>
        <button type="submit">Create notebook</button>
      </form>
      {notebooks?.length === 0 && <p>A notebook is some of your exports, asked and searched by themselves.</p>}
      <ul class="cards">
        {notebooks?.map(({ id, title, sources }) => (
          <li key={id}>
            <a href={`#/notebooks/${part(id)}`}>{title}</a> <small>{sources} sources</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

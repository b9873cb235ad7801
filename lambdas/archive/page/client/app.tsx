import { Refused } from '@signet/pages/client'
import { useEffect, useState } from 'preact/hooks'
import { call, messageOf } from './api.ts'
import { Ask } from './ask.tsx'
import { ConversationPage } from './conversation.tsx'
import { Notebooks } from './notebooks.tsx'
import { Problem } from './problem.tsx'
import { usePlace } from './route.ts'
import { Search } from './search.tsx'
import { SignIn } from './sign-in.tsx'
import { Uploads } from './uploads.tsx'

const TABS = [
  ['', 'Exports'],
  ['search', 'Search'],
  ['ask', 'Ask'],
  ['notebooks', 'Notebooks'],
] as const

/** The caller's workspace; undefined until it is known, null if nobody is signed in. */
const useWorkspace = () => {
  const [workspace, setWorkspace] = useState<string | null>()
  const [problem, setProblem] = useState<string>()
  const load = async (): Promise<void> => {
    try {
      const { workspaces } = await call<{ workspaces: { id: string }[] }>('GET', 'api/v2/workspaces')
      setWorkspace(workspaces[0]?.id ?? null)
      setProblem(undefined)
    } catch (error) {
      if (error instanceof Refused && error.status === 401) setWorkspace(null)
      else setProblem(messageOf(error))
    }
  }
  useEffect(() => void load(), [])
  return { workspace, problem, load }
}

const Content = ({ workspace }: { readonly workspace: string }) => {
  const { path, query } = usePlace()
  const [room = '', id] = path
  if (room === 'search') return <Search />
  if (room === 'ask') return <Ask path="api/chat" hint="Ask a question about your conversations." />
  if (room === 'notebooks') return <Notebooks workspace={workspace} notebook={id} />
  if (room === 'conversation' && id !== undefined) return <ConversationPage key={id} id={id} query={query} />
  return <Uploads />
}

/** The whole page. */
export const App = () => {
  const { path } = usePlace()
  const { workspace, problem, load } = useWorkspace()
  const [room = ''] = path
  return (
    <>
      <header>
        <h1>Archive</h1>
        {workspace && (
          <nav aria-label="Rooms">
            {TABS.map(([name, title]) => (
              <a key={name} href={`#/${name}`} aria-current={room === name ? 'page' : undefined}>
                {title}
              </a>
            ))}
          </nav>
        )}
      </header>
      <main>
        <Problem problem={problem} />
        {workspace === null && <SignIn onKey={load} />}
        {workspace && <Content workspace={workspace} />}
      </main>
    </>
  )
}

import { Refused } from '@signet/pages/client'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Access, type Flag, listFlags } from './api.ts'
import { FlagDetail } from './flag-detail.tsx'
import { FlagList } from './flag-list.tsx'
import { SignIn } from './sign-in.tsx'

/** For this tab only: a key is not left behind in the browser. */
const KEY = 'signet-flags-key'

const kept = (): string | undefined => sessionStorage.getItem(KEY) ?? undefined

/** How often flags are asked for again while somebody looks. */
const REFRESH_MS = 5_000

/** Everything: who looks, which flags there are, and the one that is looked at. */
export const App = () => {
  const [access, setAccess] = useState<Access>({ key: kept(), environment: 'production' })
  const [flags, setFlags] = useState<readonly Flag[]>()
  const [selected, setSelected] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isSignedOut, setSignedOut] = useState(false)

  const load = useCallback(async (): Promise<void> => {
    try {
      setFlags(await listFlags(access))
      setProblem(undefined)
      setSignedOut(false)
    } catch (error) {
      if (error instanceof Refused && error.status === 401) setSignedOut(true)
      else setProblem(error instanceof Error ? error.message : String(error))
    }
  }, [access])

  useEffect(() => {
    void load()
    const timer = setInterval(() => void load(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [load])

  const replace = (flag: Flag): void =>
    setFlags((known) => known?.map((other) => (other.key === flag.key ? flag : other)))
  const signIn = (key: string): void => {
    sessionStorage.setItem(KEY, key)
    setAccess({ ...access, key })
  }
  const flag = flags?.find(({ key }) => key === selected)

  return (
    <>
      <header>
        <h1>Flags</h1>
        <label>
          Environment
          <input
            value={access.environment}
            pattern="[a-z][a-z0-9-]*"
            onChange={({ currentTarget }) => setAccess({ ...access, environment: currentTarget.value })}
          />
        </label>
      </header>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {isSignedOut ? (
        <SignIn hasTried={access.key !== undefined} onKey={signIn} />
      ) : (
        <main>
          <FlagList flags={flags} selected={selected} onSelect={setSelected} />
          {flag ? (
            <FlagDetail key={flag.key} access={access} flag={flag} onChange={replace} onStale={load} />
          ) : (
            <section class="hint">
              <p>{flags?.length === 0 ? 'There are no flags yet: POST /flags makes the first.' : 'Choose a flag.'}</p>
            </section>
          )}
        </main>
      )}
    </>
  )
}

import { useState } from 'preact/hooks'
import { useAccess } from './access.ts'
import { FlagDetail } from './flag-detail.tsx'
import { FlagList } from './flag-list.tsx'
import { useFlags } from './flags.ts'
import { Problem } from './problem.tsx'
import { SignIn } from './sign-in.tsx'

interface HeaderProps {
  readonly environment: string
  readonly onEnvironment: (environment: string) => void
}

const Header = ({ environment, onEnvironment }: HeaderProps) => (
  <header>
    <h1>Flags</h1>
    <label>
      Environment
      <input
        value={environment}
        pattern="[a-z][a-z0-9-]*"
        onChange={({ currentTarget }) => onEnvironment(currentTarget.value)}
      />
    </label>
  </header>
)

/** Shown until a flag is chosen. */
const Hint = ({ isEmpty }: { readonly isEmpty: boolean }) => (
  <section class="hint">
    <p>{isEmpty ? 'There are no flags yet: POST /flags makes the first.' : 'Choose a flag.'}</p>
  </section>
)

/** The whole page: sign-in, the list of flags and the chosen one. */
export const App = () => {
  const { access, signIn, setEnvironment } = useAccess()
  const { flags, problem, isSignedOut, load, replace } = useFlags(access)
  const [selected, setSelected] = useState<string>()
  const flag = flags?.find(({ key }) => key === selected)

  return (
    <>
      <Header environment={access.environment} onEnvironment={setEnvironment} />
      <Problem problem={problem} />
      {isSignedOut ? (
        <SignIn hasTried={access.key !== undefined} onKey={signIn} />
      ) : (
        <main>
          <FlagList flags={flags} selected={selected} onSelect={setSelected} />
          {flag ? (
            <FlagDetail key={flag.key} access={access} flag={flag} onChange={replace} onStale={load} />
          ) : (
            <Hint isEmpty={flags?.length === 0} />
          )}
        </main>
      )}
    </>
  )
}

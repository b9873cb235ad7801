import { useState } from 'preact/hooks'

interface SignInProps {
  /** Whether an invalid key was given before. */
  readonly hasTried: boolean
  readonly onKey: (key: string) => void
}

/** The sign-in address from the page; empty if the deployment has none. */
const signInUrl = document.querySelector<HTMLElement>('#app')?.dataset.signIn ?? ''

/** Sign-in by a session, or with a key. */
export const SignIn = ({ hasTried, onKey }: SignInProps) => {
  const [key, setKey] = useState('')
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '') onKey(key.trim())
      }}
    >
      {signInUrl !== '' && (
        <p>
          <a href={signInUrl}>Sign in</a>, and come back; or show flags with a key:
        </p>
      )}
      <label>
        API key with the scopes flags:read and flags:write
        <input
          type="password"
          autocomplete="off"
          placeholder="plat_…"
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
      </label>
      <button type="submit">Show flags</button>
      {hasTried && <p role="alert">That key is not known. It is kept in this tab only.</p>}
    </form>
  )
}

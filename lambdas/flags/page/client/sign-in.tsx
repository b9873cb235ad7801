import { useState } from 'preact/hooks'

interface SignInProps {
  /** Whether a key was given before and is not good. */
  readonly hasTried: boolean
  readonly onKey: (key: string) => void
}

/** Asks for a key, when the browser has no session. */
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

import { useState } from 'preact/hooks'
import { keepKey, keptKey } from './api.ts'

/** The sign-in address from the page; empty if the deployment has none. */
const signInUrl = document.querySelector<HTMLElement>('#app')?.dataset.signIn ?? ''

/** Sign-in by a session, or with a key. `onKey` tries the stored key. */
export const SignIn = ({ onKey }: { readonly onKey: () => Promise<void> }) => {
  const [hasTried, setTried] = useState(keptKey() !== null)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const key = String(new FormData(form).get('key') ?? '').trim()
    if (key === '') return
    keepKey(key)
    await onKey()
    setTried(true)
  }
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <h2>Whose conversations?</h2>
      {signInUrl !== '' && (
        <p>
          <a href={signInUrl}>Sign in</a> and come back to this page; or open your archive with a key:
        </p>
      )}
      <label>
        API key of the archive
        <input name="key" type="password" autocomplete="off" placeholder="plat_…" />
      </label>
      <button type="submit">Open the archive</button>
      {hasTried && <p role="alert">That key is not known. It is kept in this tab only.</p>}
    </form>
  )
}

import { keepKey, keptKey } from './api.ts'

/** Where people sign in, as the page says; empty where the deployment has no such place. */
const signInUrl = document.querySelector<HTMLElement>('#app')?.dataset.signIn ?? ''

/** The way to a session, or a key instead of one. */
export const SignIn = ({ onKey }: { readonly onKey: () => void }) => (
  <form
    class="sign-in"
    onSubmit={(event) => {
      event.preventDefault()
      const key = String(new FormData(event.currentTarget).get('key') ?? '').trim()
      if (key === '') return
      keepKey(key)
      onKey()
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
    {keptKey() !== null && <p role="alert">That key is not known. It is kept in this tab only.</p>}
  </form>
)

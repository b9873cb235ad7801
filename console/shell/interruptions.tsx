import { Button, Dialog, LinkButton } from '@signet/ui'
import { useContext } from 'preact/hooks'
import { readSession, signInAddress, switchTo } from '../session/enter.ts'
import { nameOf, SessionContext } from '../session/session.tsx'
import { interruption, shownOrganisation } from '../transport/requesting.ts'
import { useStore } from '../transport/store.ts'

export const Interruptions = () => {
  const why = useStore(interruption)
  const session = useContext(SessionContext)
  if (why === undefined || session === undefined) return null
  return why === 'signed-out' ? <SignedOut /> : <OtherOrganisation name={nameOf(session.organisation)} />
}

/** Signing in happens in another tab, so that this one keeps what was typed; then it goes on. */
const SignedOut = () => (
  <Dialog title="You are signed out">
    <p>The session has ended. Sign in in a new tab and come back: what you typed is still here.</p>
    <div class="actions">
      <LinkButton href={signInAddress()}>Leave and sign in here</LinkButton>
      <a class="button primary" href="/login?redirect=%2F" target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      <Button onClick={() => void goOn()}>I have signed in</Button>
    </div>
  </Dialog>
)

const goOn = async (): Promise<void> => {
  const before = shownOrganisation.get()
  shownOrganisation.set(undefined)
  const session = await readSession()
  if (!session) {
    shownOrganisation.set(before)
    interruption.set('signed-out')
  } else if (session.organisation.id !== before) {
    shownOrganisation.set(before)
    interruption.set('other-organisation')
  }
}

const OtherOrganisation = ({ name }: { readonly name: string }) => (
  <Dialog title="Another tab has switched the organisation">
    <p>
      This tab shows <strong>{name}</strong>, and your session acts for another organisation now. Nothing of this tab
      goes there.
    </p>
    <div class="actions">
      <Button onClick={() => location.assign('/')}>Show the other organisation</Button>
      <Button kind="primary" onClick={() => void switchTo(shownOrganisation.get() ?? '')}>
        Switch back to {name}
      </Button>
    </div>
  </Dialog>
)

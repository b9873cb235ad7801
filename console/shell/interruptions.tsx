import { Button, Dialog, LinkButton } from '@signet/ui'
import { useContext } from 'preact/hooks'
import { readSession, signInAddress, switchTo } from '../session/enter.ts'
import { nameOf, SessionContext } from '../session/session.tsx'
import { interruption, shownOrganization } from '../transport/requesting.ts'
import { useStore } from '../transport/store.ts'

export const Interruptions = () => {
  const why = useStore(interruption)
  const session = useContext(SessionContext)
  if (why === undefined || session === undefined) return null
  return why === 'signed-out' ? <SignedOut /> : <OtherOrganization name={nameOf(session.organization)} />
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
  const before = shownOrganization.get()
  shownOrganization.set(undefined)
  const session = await readSession()
  if (!session) {
    shownOrganization.set(before)
    interruption.set('signed-out')
  } else if (session.organization.id !== before) {
    shownOrganization.set(before)
    interruption.set('other-organization')
  }
}

const OtherOrganization = ({ name }: { readonly name: string }) => (
  <Dialog title="Another tab has switched the organization">
    <p>
      This tab shows <strong>{name}</strong>, and your session acts for another organization now. Nothing of this tab
      goes there.
    </p>
    <div class="actions">
      <Button onClick={() => location.assign('/')}>Show the other organization</Button>
      <Button kind="primary" onClick={() => void switchTo(shownOrganization.get() ?? '')}>
        Switch back to {name}
      </Button>
    </div>
  </Dialog>
)

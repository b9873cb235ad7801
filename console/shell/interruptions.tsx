import { Button, Dialog, LinkButton } from '@signet/ui'
import { useContext } from 'preact/hooks'
import { readSession, signInAddress, switchOrganization } from '../session/enter.ts'
import { nameOf, SessionContext } from '../session/session.tsx'
import { interruption, shownOrganization } from '../transport/requesting.ts'
import { useStore } from '../transport/store.ts'

export const Interruptions = () => {
  const reason = useStore(interruption)
  const session = useContext(SessionContext)
  if (reason === undefined || session === undefined) return null
  return reason === 'signed-out' ? <SignedOut /> : <OtherOrganization name={nameOf(session.organization)} />
}

/** Offers a sign-in in a new tab, so that this tab keeps its input and can continue. */
const SignedOut = () => (
  <Dialog title="You are signed out">
    <p>Your session has expired. Sign in in a new tab, then return here. Your input is still here.</p>
    <div class="actions">
      <LinkButton href={signInAddress()}>Sign in in this tab</LinkButton>
      <a class="button primary" href="/login?redirect=%2F" target="_blank" rel="noopener">
        Sign in in a new tab
      </a>
      <Button onClick={() => void resumeSession()}>I have signed in</Button>
    </div>
  </Dialog>
)

const resumeSession = async (): Promise<void> => {
  const previous = shownOrganization.get()
  shownOrganization.set(undefined)
  const session = await readSession()
  if (!session) {
    shownOrganization.set(previous)
    interruption.set('signed-out')
  } else if (session.organization.id !== previous) {
    shownOrganization.set(previous)
    interruption.set('other-organization')
  }
}

const OtherOrganization = ({ name }: { readonly name: string }) => (
  <Dialog title="Organization switched in another tab">
    <p>
      This tab shows <strong>{name}</strong>, but your session now acts for another organization. Changes in this tab
      are not sent to that organization.
    </p>
    <div class="actions">
      <Button onClick={() => location.assign('/')}>Show other organization</Button>
      <Button kind="primary" onClick={() => void switchOrganization(shownOrganization.get() ?? '')}>
        Switch back to {name}
      </Button>
    </div>
  </Dialog>
)

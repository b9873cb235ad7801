import { Badge, Button, Dialog, Failure, Icon, IconButton, LinkButton, Menu } from '@signet/ui'
import { useContext, useEffect, useState } from 'preact/hooks'
import { ErrorBoundary, lazy } from 'preact-iso'
import { useAction } from '../session/action.ts'
import { formatCount } from '../session/amounts.ts'
import { capitalize } from '../session/capitalize.ts'
import { signInAddress, signOut, switchOrganization } from '../session/enter.ts'
import { planQuery } from '../session/plan.ts'
import { useQuery } from '../session/queries.ts'
import { nameOf, type Session, SessionContext } from '../session/session.tsx'

const Palette = lazy(() => import('./palette.tsx').then((module) => module.Palette))

const OrganizationSwitcher = ({ session }: { readonly session: Session }) => {
  const { organization, organizations } = session
  const { data } = useQuery(planQuery(organization.id))
  const switching = useAction(switchOrganization)
  return (
    <>
      <Menu
        label={`Organization: ${nameOf(organization)}. Switch to another`}
        text={<span class="clipped">{nameOf(organization)}</span>}
        items={[
          ...organizations.map((each) => ({
            text: (
              <>
                {each.current ? <Icon name="check" /> : <span class="no-icon" />}
                {nameOf(each)}
              </>
            ),
            isCurrent: each.current,
            onChoose: () => {
              if (!each.current) switching.run(each.id)
            },
          })),
          { text: 'Manage organizations and members', href: '/people' },
        ]}
      />
      {switching.fault && (
        <Dialog title="The organization was not switched" onClose={switching.reset}>
          <Failure fault={switching.fault} />
          <div class="actions">
            <Button onClick={switching.reset}>Close</Button>
          </div>
        </Dialog>
      )}
      {data && (
        <a class="plan" href="/billing">
          <Badge tone={data.tier === 'free' ? 'neutral' : 'accent'}>
            {capitalize(data.plan === 'agency' ? data.plan : data.tier)}
          </Badge>
          <span class="credits">{formatCount(data.credits.balance, 'credit')}</span>
        </a>
      )}
    </>
  )
}

const switchTheme = (): void => {
  const { dataset } = document.documentElement
  const isDark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  dataset.theme = isDark ? 'light' : 'dark'
  localStorage.setItem('theme', dataset.theme)
}

const isPaletteKey = (event: KeyboardEvent): boolean => event.key === 'k' && (event.metaKey || event.ctrlKey)

const SearchButton = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const openOnShortcut = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', openOnShortcut)
    return () => removeEventListener('keydown', openOnShortcut)
  }, [])
  return (
    <>
      <Button kind="quiet" icon="search" onClick={() => setOpen(true)}>
        <span class="hidden-text">Search pages, flags, images and receipts</span>
        <kbd class="shortcut">{/Mac|iP/.test(navigator.platform) ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <ErrorBoundary>{isOpen && <Palette onClose={() => setOpen(false)} />}</ErrorBoundary>
    </>
  )
}

export const TopBar = () => {
  const session = useContext(SessionContext)
  return (
    <div class="top-bar-items">
      {session && <OrganizationSwitcher session={session} />}
      <span class="spacer" />
      {session && <SearchButton />}
      <IconButton name="theme" label="Switch between light and dark" onClick={switchTheme} />
      <LinkButton kind="quiet" href="/docs" icon="help">
        <span class="wide-only">API</span>
      </LinkButton>
      {session ? (
        <Menu
          label={`Account of ${session.email ?? 'this user'}`}
          icon="account"
          items={[
            { text: session.email ?? 'Account', href: '/account' },
            { text: 'Sign out', onChoose: () => void signOut() },
          ]}
        />
      ) : (
        <LinkButton href={signInAddress()}>Sign in</LinkButton>
      )}
    </div>
  )
}

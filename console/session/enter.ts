import { accounts } from '../api/accounts.ts'
import { interruption, shownOrganization } from '../transport/requesting.ts'
import { deleteDrafts } from './drafts.ts'
import { isApiError } from './faults.ts'
import { queries } from './queries.ts'
import type { Session } from './session.tsx'

/** Reads the current session; undefined if signed out. Later requests name its organization. */
export const readSession = async (): Promise<Session | undefined> => {
  try {
    const [me, { organizations }] = await Promise.all([accounts.getMe(), accounts.listOrganizations()])
    const organization = organizations.find(({ current }) => current) ?? organizations[0]
    if (!organization) return undefined
    shownOrganization.set(organization.id)
    interruption.set(undefined)
    restoreFragment()
    return { userId: me.userId, email: me.email, organization, organizations }
  } catch (error) {
    if (isApiError(error) && error.status === 401) return undefined
    throw error
  }
}

export const signInAddress = (): string =>
  `/login?${new URLSearchParams({ redirect: `${location.pathname}${location.search}` })}`

const FRAGMENT_KEY = 'fragment'

/** Stores the URL fragment, which is lost during the sign-in. */
export const storeFragment = (): void => {
  if (location.hash !== '') sessionStorage.setItem(FRAGMENT_KEY, `${location.pathname}${location.hash}`)
}

const restoreFragment = (): void => {
  const [path, fragment] = (sessionStorage.getItem(FRAGMENT_KEY) ?? '').split('#')
  sessionStorage.removeItem(FRAGMENT_KEY)
  if (fragment && path === location.pathname) history.replaceState(null, '', `#${fragment}`)
}

const CHANNEL = 'signet-organization'

const notifyTabs = (organization: string): void => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(organization)
  channel.close()
}

/** Detects a switch of the organization in another tab before a request is rejected. */
export const watchOtherTabs = (): void => {
  new BroadcastChannel(CHANNEL).addEventListener('message', ({ data }) => {
    interruption.set(data === shownOrganization.get() ? undefined : 'other-organization')
  })
}

/** Switches the session to another organization and reloads, so that no data of the previous one remains. */
export const switchOrganization = async (organization: string): Promise<void> => {
  const previous = shownOrganization.get()
  shownOrganization.set(undefined)
  try {
    await accounts.switchOrganization({ org: organization })
  } catch (error) {
    // The session still acts for the previous organization, so requests keep naming it.
    shownOrganization.set(previous)
    throw error
  }
  notifyTabs(organization)
  queries.clear()
  location.assign('/')
}

export const signOut = async (): Promise<void> => {
  const { next } = await accounts.signOut()
  deleteDrafts()
  location.assign(next)
}

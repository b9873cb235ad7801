import type { Service } from '@signet/contracts'
import { type ClientOf, createClient, type FlatOperations } from '@signet/http-client'
import { updateClock } from './clock.ts'
import { createStore } from './store.ts'

/** The organization shown in this tab. Every request names it, so that no response belongs to another. */
export const shownOrganization = createStore<string | undefined>(undefined)

/** The reason that requests of this tab are rejected: the session has expired or acts for another organization. */
export type Interruption = 'signed-out' | 'other-organization'

export const interruption = createStore<Interruption | undefined>(undefined)

/** Whether the last request failed or the browser reports that it is offline. */
export const isOffline = createStore(false)

/** Updates `isOffline` from the browser's network events, so that it changes without a request. */
export const followNetwork = (): void => {
  addEventListener('offline', () => isOffline.set(true))
  addEventListener('online', () => isOffline.set(false))
}

const ME_PATH = '/api/account/me'

const detectInterruption = async (): Promise<void> => {
  const response = await fetch(ME_PATH).catch(() => undefined)
  if (response?.status === 401) interruption.set('signed-out')
  else if (response?.ok) {
    const { orgId } = (await response.json()) as { readonly orgId: string | null }
    if (orgId !== shownOrganization.get()) interruption.set('other-organization')
  }
}

const send = async (url: string, init: RequestInit): Promise<Response> => {
  const headers = new Headers(init.headers)
  const organization = shownOrganization.get()
  if (organization !== undefined) headers.set('signet-organization', organization)
  try {
    const response = await fetch(url, { ...init, headers })
    isOffline.set(navigator.onLine === false)
    updateClock(response.headers.get('date'))
    if (response.status === 401 && organization !== undefined) void detectInterruption()
    return response
  } catch (error) {
    if (init.signal?.aborted !== true) isOffline.set(true)
    throw error
  }
}

interface ServedService {
  readonly prefix: string
  readonly operations: FlatOperations
}

/** Creates the client of a service at this origin, with the session. Idempotent calls are retried once. */
export const clientOf = <S extends Pick<Service, 'contracts'>>({ prefix, operations }: ServedService): ClientOf<S> =>
  createClient<S>({ baseUrl: `${location.origin}${prefix}`, fetch: send, retries: 1, timeoutMs: 30_000 }, operations)

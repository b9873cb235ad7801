import { createHash } from 'node:crypto'
import {
  addMs,
  type NewId,
  quotas,
  Refusal,
  type RowOf,
  type RowTable,
  rowTable,
  type TableDeps,
  unavailable,
} from '@signet/kernel'
import type { Client, ClientKind } from './client.ts'
import { type DocumentSource, fetchClientDocument, isDocumentId } from './client-document.ts'
import { clientDocumentRow, clientRow } from './client-rows.ts'

/** Maximum concurrent fetches of documents across all instances of the function. */
const FETCHES_MAX = 10
const RETRY_SECONDS = 2
/** A fetch ends after two seconds. The slot of an interrupted run is free again after this. */
const HOLD_SECONDS = 3
const HOUR_MS = 3_600_000

interface DocumentQuotaDeps extends TableDeps {
  readonly newId: NewId
}

/**
 * Runs a fetch if a slot is free. Slow sites can only occupy these slots, so that other calls of the function are not
 * blocked.
 */
const documentQuota = (deps: DocumentQuotaDeps) => {
  // The refusal is replaced below, so it needs no upgrade URL.
  const counters = quotas(deps, '')
  return async <T>(fetch: () => Promise<T>): Promise<T> => {
    const endsAt = addMs(deps.now(), HOUR_MS)
    const slots = { subject: 'oauth', meter: 'client-documents', period: 'now', endsAt, limit: FETCHES_MAX }
    const slot = await counters.reserve(slots, deps.newId(), { holdSeconds: HOLD_SECONDS })
    if (slot instanceof Refusal)
      throw unavailable('Too many client documents are being fetched. Try again', RETRY_SECONDS)
    // A slot that cannot be released expires.
    return fetch().finally(() => slot.release().catch(() => undefined))
  }
}

const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
/** The row is renewed only if it expires in less than this, so that not every request writes. */
const RENEW_DAYS = 60

type NewClient = Pick<Client, 'name' | 'home' | 'redirectUris'>

export interface Clients {
  /**
   * Returns undefined if no such client has registered.
   * @throws BadClientDocument for a URL without a valid document; Refusal 503 if ten documents are being fetched.
   */
  find(id: string): Promise<Client | undefined>
  /** Returns whether the ID may belong to a client. Registered clients are looked up; documents are not fetched. */
  mayExist(id: string): Promise<boolean>
  register(client: NewClient): Promise<{ readonly client: Client; readonly registeredAt: Date }>
}

interface ClientsDeps extends TableDeps, DocumentSource {
  readonly newId: NewId
}

/** IDs of registered clients are UUIDs, which differ from every document URL. */
const REGISTERED_ID = /^[\da-f-]{36}$/

const clientOf = (row: RowOf<typeof clientDocumentRow>, kind: ClientKind): Client => ({
  clientId: row.client_id,
  kind,
  redirectUris: row.redirect_uris,
  ...(row.name === undefined ? {} : { name: row.name }),
  ...(row.home === undefined ? {} : { home: row.home }),
})

const rowFieldsOf = ({ clientId, name, home, redirectUris }: Client) => ({
  client_id: clientId,
  redirect_uris: [...redirectUris],
  ...(name === undefined ? {} : { name }),
  ...(home === undefined ? {} : { home }),
})

/** Extends the client's retention. A failed write does not reject the request: the next request retries it. */
const renew = async (rows: RowTable<typeof clientRow>, row: RowOf<typeof clientRow>, now: Date): Promise<void> => {
  if (row.until > addMs(now, RENEW_DAYS * DAY_MS).toISOString()) return
  const until = addMs(now, RETENTION_DAYS * DAY_MS).toISOString()
  await rows.replace(row, { ...row, until }, { until: row.until }).catch(() => undefined)
}

export const clients = (deps: ClientsDeps): Clients => {
  const { now, newId, allowsLoopback } = deps
  const registered = rowTable(clientRow, deps)
  const documents = rowTable(clientDocumentRow, deps)
  const fetchInSlot = documentQuota(deps)

  const readRegistered = async (id: string) => (REGISTERED_ID.test(id) ? registered.get({ client_id: id }) : undefined)

  const findByDocument = async (id: string): Promise<Client> => {
    const key = { digest: createHash('sha256').update(id).digest('hex') }
    const document = await documents.get(key, { allowsStaleRead: true })
    if (document) return clientOf(document, 'document')
    const { client, until } = await fetchInSlot(() => fetchClientDocument(deps, id))
    // Several requests may fetch concurrently. Any of their writes is valid.
    await documents.putNew(key, { ...rowFieldsOf(client), until: until.toISOString() })
    return client
  }

  return {
    async find(id) {
      if (isDocumentId(id, allowsLoopback)) return findByDocument(id)
      const row = await readRegistered(id)
      if (!row) return undefined
      await renew(registered, row, now())
      return clientOf(row, 'registered')
    },
    async mayExist(id) {
      return isDocumentId(id, allowsLoopback) || (await readRegistered(id)) !== undefined
    },
    async register(newClient) {
      const registeredAt = now()
      const client: Client = { ...newClient, clientId: newId(), kind: 'registered' }
      const until = addMs(registeredAt, RETENTION_DAYS * DAY_MS).toISOString()
      const times = { created_at: registeredAt.toISOString(), until }
      await registered.putNew({ client_id: client.clientId }, { ...rowFieldsOf(client), ...times })
      return { client, registeredAt }
    },
  }
}

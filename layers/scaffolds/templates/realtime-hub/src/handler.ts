import { isRoom, MAX_MEMBERS, type Member, type Rate, readMemberMessage, withMessage } from './$kebab/$kebab-room.ts'
import type { ConnectionEvent } from './connections/connections.ts'
import { Problem } from './http/problem.ts'
import type { Deps } from './ports.ts'
import { authenticate, type Caller } from './verification/authenticate.ts'

/** A connection that neither sends nor pings for a day is removed. */
const IDLE_MS = 86_400_000
/** Attempts to count a message while other messages of the connection are counted. */
const MAX_ATTEMPTS = 5

interface StoredConnection {
  readonly member: Member
  readonly tenant: string
  /** Milliseconds since 1970 at which the membership was last renewed. */
  readonly renewedAt: number
  readonly rate?: Rate
}

/** A caller and the room that it may join. */
interface Admission {
  readonly caller: Caller
  readonly room: string
}

const partitionOf = (tenant: string, room: string): string => `$kebab-room#${tenant}#${room}`

/**
 * Browsers cannot set headers of a WebSocket, so the token may be in the query. The service does not log the token; the
 * platform may.
 */
const callerOf = ({ headers, query }: Pick<ConnectionEvent, 'headers' | 'query'>, deps: Deps): Promise<Caller> => {
  const token = query.get('token')
  const credentials = new Headers(
    headers.has('authorization') || token === null ? headers : { authorization: `Bearer ${token}` },
  )
  return authenticate(
    { method: 'GET', url: new URL('https://service.invalid/'), headers: credentials, body: new Uint8Array() },
    deps,
  )
}

const admit = async (request: Pick<ConnectionEvent, 'headers' | 'query'>, deps: Deps): Promise<Admission> => {
  const room = request.query.get('room') ?? ''
  if (!isRoom(room)) throw new Problem(400, 'invalid_input', 'room must consist of a-z, 0-9 and -', { field: 'room' })
  return { caller: await callerOf(request, deps), room }
}

const membersOf = async ({ tenant, member }: StoredConnection, limit: number, deps: Deps): Promise<readonly Member[]> =>
  (await deps.records.list<Member>(partitionOf(tenant, member.room), { limit })).map(({ value }) => value)

const removeConnection = async (connection: string, deps: Deps): Promise<void> => {
  const row = await deps.records.get<StoredConnection>('connections', connection)
  if (row === undefined) return
  const { tenant, member } = row.value
  const membership = await deps.records.get(partitionOf(tenant, member.room), connection)
  if (membership) await deps.records.remove(partitionOf(tenant, member.room), connection, membership.version)
  await deps.records.remove('connections', connection, row.version)
}

/** Sends to all members of a room. Closed connections are removed, and a failing one does not stop the others. */
const broadcast = async (stored: StoredConnection, value: unknown, deps: Deps): Promise<void> => {
  const sends = (await membersOf(stored, MAX_MEMBERS, deps)).map(async ({ connection }) => {
    const isOpen = await deps.connections.send(connection, value).catch(() => true)
    if (!isOpen) await removeConnection(connection, deps)
  })
  await Promise.all(sends)
}

const open = async (event: ConnectionEvent, deps: Deps): Promise<number> => {
  const { caller, room } = await admit(event, deps)
  const now = deps.now()
  const member: Member = { connection: event.connection, person: caller.id, room, joinedAt: now }
  const stored: StoredConnection = { member, tenant: caller.tenant, renewedAt: now }
  if (!(await deps.records.insert('connections', event.connection, stored, now + IDLE_MS)))
    throw new Problem(409, 'connection_taken', 'A connection with this ID exists')
  await deps.records.insert(partitionOf(caller.tenant, room), event.connection, member, now + IDLE_MS)
  // Counted after the write, so that concurrent members cannot exceed the limit.
  if ((await membersOf(stored, MAX_MEMBERS + 1, deps)).length <= MAX_MEMBERS) return 200
  await removeConnection(event.connection, deps)
  throw new Problem(409, 'room_full', 'The room is full')
}

/** Renews the membership, so that an active member still receives messages. */
const renewMembership = async ({ member, tenant }: StoredConnection, deps: Deps): Promise<void> => {
  const partition = partitionOf(tenant, member.room)
  const membership = await deps.records.get<Member>(partition, member.connection)
  const until = deps.now() + IDLE_MS
  // Refused when a concurrent request renewed or removed the membership.
  if (membership) await deps.records.replace(partition, member.connection, member, membership.version, until)
  else await deps.records.insert(partition, member.connection, member, until)
}

/**
 * Counts a message before it is sent. Concurrent messages are counted in sequence; one that cannot be counted is
 * refused.
 */
const countMessage = async (connection: string, deps: Deps): Promise<StoredConnection> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const row = await deps.records.get<StoredConnection>('connections', connection)
    if (row === undefined) throw new Problem(401, 'unauthorized', 'The connection has expired. Connect again')
    const now = deps.now()
    const rate = withMessage(row.value.rate, now)
    if (rate === undefined) break
    const isDue = now - row.value.renewedAt > IDLE_MS / 2
    const stored: StoredConnection = { ...row.value, rate, renewedAt: isDue ? now : row.value.renewedAt }
    if (!(await deps.records.replace('connections', connection, stored, row.version, now + IDLE_MS))) continue
    if (isDue) await renewMembership(stored, deps)
    return stored
  }
  throw new Problem(429, 'rate_limited', 'Too many messages. Wait before you send the next one')
}

const message = async ({ connection, body }: ConnectionEvent, deps: Deps): Promise<number> => {
  const stored = await countMessage(connection, deps)
  const received = readMemberMessage(body)
  if (typeof received === 'string') throw new Problem(400, 'invalid_input', received)
  if (received.type === 'ping') await deps.connections.send(connection, { type: 'pong', at: deps.now() })
  // The sender is taken from the connection, never from the message.
  else await broadcast(stored, { type: 'said', from: stored.member.person, text: received.text, at: deps.now() }, deps)
  return 200
}

const close = async ({ connection }: ConnectionEvent, deps: Deps): Promise<number> => {
  await removeConnection(connection, deps)
  return 200
}

const refusalOf = (error: unknown, line: Readonly<Record<string, unknown>>, deps: Deps): Problem => {
  const refusal =
    error instanceof Problem ? error : new Problem(500, 'internal', 'The request failed because of an internal error')
  const { status, code } = refusal
  deps.log({ ...line, status, code, ...(status === 500 && error instanceof Error ? { fault: error.message } : {}) })
  return refusal
}

/**
 * Returns the tenant and room of a connection request, or the status of the refusal. A platform calls it before it
 * accepts the connection.
 */
export const admissionOf = async (
  request: Pick<ConnectionEvent, 'headers' | 'query'>,
  deps: Deps,
): Promise<{ readonly tenant: string; readonly room: string } | number> => {
  try {
    const { caller, room } = await admit(request, deps)
    return { tenant: caller.tenant, room }
  } catch (error) {
    return refusalOf(error, { event: 'connection', type: 'admission' }, deps).status
  }
}

/**
 * Handles an event of a connection.
 * @returns the status of the response.
 */
export const connection = async (event: ConnectionEvent, deps: Deps): Promise<number> => {
  const line = { event: 'connection', type: event.type, connection: event.connection }
  try {
    const status = await { open, message, close }[event.type](event, deps)
    deps.log({ ...line, status })
    return status
  } catch (error) {
    const { status, code, message: text } = refusalOf(error, line, deps)
    if (event.type === 'message')
      await deps.connections.send(event.connection, { type: 'error', code, error: text }).catch(() => false)
    return status
  }
}

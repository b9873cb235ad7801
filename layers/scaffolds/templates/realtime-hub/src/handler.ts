import { isRoom, MAX_MEMBERS, type Member, type Rate, readSaid, withMessage } from './$kebab/$kebab-room.ts'
import type { ConnectionEvent } from './connections/connections.ts'
import { Problem } from './http/problem.ts'
import type { Deps } from './ports.ts'
import { authenticate, type Caller } from './verification/authenticate.ts'

/** A connection that neither sends nor pings for a day is removed. */
const FORGOTTEN_MS = 86_400_000
/** Attempts to count a message while other messages of the connection are counted. */
const MAX_COUNTS = 5

interface Held {
  readonly member: Member
  readonly tenant: string
  /** Milliseconds since 1970 at which the membership was last renewed. */
  readonly placedAt: number
  readonly rate?: Rate
}

/** A caller and the room that it may join. */
interface Admitted {
  readonly caller: Caller
  readonly room: string
}

const partitionOf = (tenant: string, room: string): string => `$kebab-room#${tenant}#${room}`

/**
 * Browsers cannot set headers of a WebSocket, so the token may be in the query. The service does not log it; the
 * platform may.
 */
const callerOf = ({ headers, query }: Pick<ConnectionEvent, 'headers' | 'query'>, deps: Deps): Promise<Caller> => {
  const token = query.get('token')
  const given = new Headers(
    headers.has('authorization') || token === null ? headers : { authorization: `Bearer ${token}` },
  )
  return authenticate(
    { method: 'GET', url: new URL('https://service.invalid/'), headers: given, body: new Uint8Array() },
    deps,
  )
}

const admitted = async (asked: Pick<ConnectionEvent, 'headers' | 'query'>, deps: Deps): Promise<Admitted> => {
  const room = asked.query.get('room') ?? ''
  if (!isRoom(room)) throw new Problem(400, 'invalid_input', 'room must consist of a-z, 0-9 and -', { field: 'room' })
  return { caller: await callerOf(asked, deps), room }
}

const membersOf = async ({ tenant, member }: Held, limit: number, deps: Deps): Promise<readonly Member[]> =>
  (await deps.records.list<Member>(partitionOf(tenant, member.room), { limit })).map(({ value }) => value)

const forget = async (connection: string, deps: Deps): Promise<void> => {
  const row = await deps.records.get<Held>('connections', connection)
  if (row === undefined) return
  const { tenant, member } = row.value
  const place = await deps.records.get(partitionOf(tenant, member.room), connection)
  if (place) await deps.records.remove(partitionOf(tenant, member.room), connection, place.version)
  await deps.records.remove('connections', connection, row.version)
}

/** Sends to all members of a room. Closed connections are removed, and a failing one does not stop the others. */
const tell = async (held: Held, value: unknown, deps: Deps): Promise<void> => {
  const sends = (await membersOf(held, MAX_MEMBERS, deps)).map(async ({ connection }) => {
    const isThere = await deps.connections.send(connection, value).catch(() => true)
    if (!isThere) await forget(connection, deps)
  })
  await Promise.all(sends)
}

const open = async (event: ConnectionEvent, deps: Deps): Promise<number> => {
  const { caller, room } = await admitted(event, deps)
  const now = deps.now()
  const member: Member = { connection: event.connection, person: caller.id, room, joinedAt: now }
  const held: Held = { member, tenant: caller.tenant, placedAt: now }
  if (!(await deps.records.insert('connections', event.connection, held, now + FORGOTTEN_MS)))
    throw new Problem(409, 'connection_taken', 'A connection with this id exists')
  await deps.records.insert(partitionOf(caller.tenant, room), event.connection, member, now + FORGOTTEN_MS)
  // Counted after the write, so that concurrent members cannot exceed the limit.
  if ((await membersOf(held, MAX_MEMBERS + 1, deps)).length <= MAX_MEMBERS) return 200
  await forget(event.connection, deps)
  throw new Problem(409, 'room_full', 'The room is full')
}

/** Renews the membership, so that an active member still receives messages. */
const placeAgain = async ({ member, tenant }: Held, deps: Deps): Promise<void> => {
  const partition = partitionOf(tenant, member.room)
  const place = await deps.records.get<Member>(partition, member.connection)
  const until = deps.now() + FORGOTTEN_MS
  // Refused when a concurrent request renewed or removed the membership.
  if (place) await deps.records.replace(partition, member.connection, member, place.version, until)
  else await deps.records.insert(partition, member.connection, member, until)
}

/**
 * Counts a message before it is sent. Concurrent messages are counted in sequence; one that cannot be counted is
 * refused.
 */
const counted = async (connection: string, deps: Deps): Promise<Held> => {
  for (let attempt = 0; attempt < MAX_COUNTS; attempt++) {
    const row = await deps.records.get<Held>('connections', connection)
    if (row === undefined) throw new Problem(401, 'unauthorized', 'The connection has expired. Connect again')
    const now = deps.now()
    const rate = withMessage(row.value.rate, now)
    if (rate === undefined) break
    const isDue = now - row.value.placedAt > FORGOTTEN_MS / 2
    const held: Held = { ...row.value, rate, placedAt: isDue ? now : row.value.placedAt }
    if (!(await deps.records.replace('connections', connection, held, row.version, now + FORGOTTEN_MS))) continue
    if (isDue) await placeAgain(held, deps)
    return held
  }
  throw new Problem(429, 'rate_limited', 'Too many messages. Wait before you send the next one')
}

const message = async ({ connection, body }: ConnectionEvent, deps: Deps): Promise<number> => {
  const held = await counted(connection, deps)
  const said = readSaid(body)
  if (typeof said === 'string') throw new Problem(400, 'invalid_input', said)
  if (said.type === 'ping') await deps.connections.send(connection, { type: 'pong', at: deps.now() })
  // The sender is taken from the connection, never from the message.
  else await tell(held, { type: 'said', from: held.member.person, text: said.text, at: deps.now() }, deps)
  return 200
}

const close = async ({ connection }: ConnectionEvent, deps: Deps): Promise<number> => {
  await forget(connection, deps)
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
export const knock = async (
  asked: Pick<ConnectionEvent, 'headers' | 'query'>,
  deps: Deps,
): Promise<{ readonly tenant: string; readonly room: string } | number> => {
  try {
    const { caller, room } = await admitted(asked, deps)
    return { tenant: caller.tenant, room }
  } catch (error) {
    return refusalOf(error, { event: 'connection', type: 'knock' }, deps).status
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
    const { status, code, message: told } = refusalOf(error, line, deps)
    if (event.type === 'message')
      await deps.connections.send(event.connection, { type: 'error', code, error: told }).catch(() => false)
    return status
  }
}

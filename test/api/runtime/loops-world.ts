import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, call } from '../../support/api.ts'
import { planOutage } from '../../support/control.ts'
import { headersOf } from './runtime-world.ts'

/** An interview, with the members that tests use. */
export interface LoopBody {
  readonly id: string
  readonly state: string
  readonly reason?: string
  readonly tick: number
  readonly used: { readonly ticks: number }
  readonly tools: readonly string[]
  readonly questions: readonly { readonly fact: string }[]
  readonly facts: Readonly<Record<string, unknown>>
  readonly pending?: { readonly tool: string }
  readonly reading_hash?: string
  readonly last_event: number
}

const headers = (querents?: string) => headersOf(querents === undefined ? {} : { querents })

export const INTENTION = 'A webhook receiver that stores payments'

/** A script with more questions than an intention answers. */
export const THREE_QUESTIONS = `spread wide "What could go wrong?"
deck threats = stride-core@1
ask public "Can anyone reach it?" as yes/no
ask peak   "Requests a second at peak?" as number
ask owner  "Who owns it?" as text
position entry "How could somebody get in?"
  when public
  draw 2 from threats where stride = S
position flood "What if it is flooded?"
  when peak > 50
  draw 2 from threats where stride = D
position people "Who is called?"
  when owner is known and owner != nobody
  draw 1 from threats where stride = R
`

export const startLoop = <Body = LoopBody>(key: string, body: object = {}, querents?: string) =>
  call<Body>('POST', '/agents/loop', {
    key,
    body: { intention: INTENTION, ...body },
    headers: headers(querents),
    as: 'startLoop',
  })

export const resumeLoop = <Body = LoopBody>(key: string, resume: string, more = {}, querents?: string) =>
  call<Body>('POST', '/agents/loop', { key, body: { resume, ...more }, headers: headers(querents), as: 'startLoop' })

export const loopOf = <Body = LoopBody>(key: string, id: string, querents?: string) =>
  call<Body>('GET', `/agents/loop/${id}`, { key, headers: headers(querents), as: 'getLoop' })

export const tick = <Body = LoopBody>(key: string, id: string, body: object = {}, querents?: string) =>
  call<Body>('POST', `/agents/loop/${id}/tick`, { key, body, headers: headers(querents), as: 'tickLoop' })

export const toolsOf = (key: string) =>
  call<{ tools: { tool: string; needs_approval: boolean }[] }>('GET', '/agents/loop/tools', {
    key,
    as: 'listLoopTools',
  })

export interface StreamOptions {
  readonly after?: number | string
  readonly lastEventId?: string
  readonly querents?: string
}

export interface StreamedEvent {
  readonly id: number
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

const eventsIn = (text: string): StreamedEvent[] =>
  text.split('\n\n').flatMap((frame) => {
    const [, id] = /^id: (\d+)$/m.exec(frame) ?? []
    const [, type = ''] = /^event: (.+)$/m.exec(frame) ?? []
    const [, data = '{}'] = /^data: (.+)$/m.exec(frame) ?? []
    return id === undefined ? [] : [{ id: Number(id), type, data: JSON.parse(data) as StreamedEvent['data'] }]
  })

/** Reads a stream to its end. */
export const streamOf = async (key: string, id: string, { after, lastEventId, querents }: StreamOptions = {}) => {
  const query = after === undefined ? '' : `?after=${after}`
  const answer = await call<{ code: string; newest?: number }>('GET', `/agents/loop/${id}/stream${query}`, {
    key,
    headers: { ...headers(querents), ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    as: 'streamLoop',
  })
  const text = Buffer.from(answer.bytes).toString()
  return { ...answer, text, events: answer.status === 200 ? eventsIn(text) : [] }
}

/** Reads `count` events after the event `after`, and drops the connection. */
export const droppedStream = async (
  key: string,
  id: string,
  after: number,
  count: number,
): Promise<StreamedEvent[]> => {
  const disconnect = new AbortController()
  const response = await fetch(addressOf('streamLoop', `/agents/loop/${id}/stream`), {
    headers: { authorization: `Bearer ${key}`, 'last-event-id': String(after) },
    signal: disconnect.signal,
  })
  let text = ''
  try {
    for await (const bytes of response.body ?? []) {
      text += Buffer.from(bytes).toString()
      if (eventsIn(text.slice(0, text.lastIndexOf('\n\n') + 2)).length >= count) break
    }
  } finally {
    disconnect.abort()
  }
  return eventsIn(text.slice(0, text.lastIndexOf('\n\n') + 2))
}

/** Polls until an interview satisfies a condition. */
export const untilLoop = async (key: string, id: string, isWanted: (loop: LoopBody) => boolean): Promise<LoopBody> => {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await loopOf(key, id)
    if (isWanted(body)) return body
    await wait(100)
  }
  throw new Error('The interview did not reach the expected state')
}

/** An interview that has ended. */
export const endedLoop = async (key: string, querents?: string): Promise<LoopBody> => {
  const { body } = await startLoop(key, {}, querents)
  return (await tick(key, body.id, { tool: { name: 'finish' } }, querents)).body
}

/** Makes concurrent writers win each of the next five races. */
export const conflictFiveTimes = () =>
  planOutage({
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'runtime-loops',
    times: 5,
    status: 400,
    type: 'TransactionCanceledException',
    body: { CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, ...Array(40).fill({ Code: 'None' })] },
  })

/** Throttles all transactions until the outage ends. */
export const throttleTransactions = () =>
  planOutage({
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'runtime-loops',
    times: 1_000,
    type: 'ProvisionedThroughputExceededException',
  })

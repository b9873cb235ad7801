import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { InvokeFunction, LocalClock } from './aws/ports.ts'
import type { LocalFunction } from './function-model.ts'
import type { FunctionLog } from './lambda-service.ts'
import type { LogSubscription } from './log-model.ts'

interface Deps {
  readonly subscriptions: readonly LogSubscription[]
  readonly functions: readonly Pick<LocalFunction, 'arn' | 'label'>[]
  readonly invoke: InvokeFunction
  readonly clock: Pick<LocalClock, 'now' | 'after'>
  readonly send: (queue: string, body: string) => Promise<void>
  readonly log: (text: string) => void
}

interface LogEvent {
  readonly id: string
  readonly timestamp: number
  readonly message: string
}

/**
 * CloudWatch Logs delivers lines within seconds. The local delay is shorter, because a developer waits for the lines.
 */
const BATCH_MS = 250
/** Lambda's pauses before it retries a failed asynchronous invocation. */
const RETRY_PAUSES_MS = [60_000, 120_000]
const MAX_LINES = 500

const payloadOf = ({ sourceArn }: LogSubscription, logEvents: readonly LogEvent[]) => {
  const text = JSON.stringify({ messageType: 'DATA_MESSAGE', owner: '000000000000', logGroup: sourceArn, logEvents })
  return { awslogs: { data: gzipSync(text).toString('base64') } }
}

const parseLine = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** A chunk of standard output may contain several lines. */
const linesIn = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('{'))

const subscriptionsByLabel = (subscriptions: Deps['subscriptions'], functions: Deps['functions']) =>
  new Map(
    functions.flatMap(({ arn, label }) => {
      const subscription = subscriptions.find(({ sourceArn }) => sourceArn === arn)
      return subscription ? [[label, subscription] as const] : []
    }),
  )

/**
 * Delivers log lines of functions to their subscribers at least once, as subscription filters of CloudWatch Logs do.
 */
export const logDelivery = ({ subscriptions, functions, invoke, clock, send, log }: Deps) => {
  const byLabel = subscriptionsByLabel(subscriptions, functions)
  const pendingLines = new Map<LogSubscription, LogEvent[]>()
  const running = new Set<Promise<unknown>>()
  let count = 0

  const attempt = async (subscription: LogSubscription, payload: object, pauses: readonly number[]): Promise<void> => {
    try {
      await invoke(subscription.targetArn, payload)
    } catch (error) {
      const [pause, ...laterPauses] = pauses
      log(`log lines not delivered: ${String(error)}${pause === undefined ? '; no more retries' : '; will be retried'}`)
      if (pause !== undefined) clock.after(pause, () => track(attempt(subscription, payload, laterPauses)))
      else if (subscription.onFailure) await send(subscription.onFailure, JSON.stringify({ requestPayload: payload }))
    }
  }
  const track = (work: Promise<void>): void => {
    const run = work
      .catch((error: unknown) => log(`log lines lost: ${String(error)}`))
      .finally(() => running.delete(run))
    running.add(run)
  }
  const deliver = (): void => {
    for (const [subscription, events] of pendingLines) {
      for (let start = 0; start < events.length; start += MAX_LINES)
        track(attempt(subscription, payloadOf(subscription, events.slice(start, start + MAX_LINES)), RETRY_PAUSES_MS))
    }
    pendingLines.clear()
  }
  return {
    /** Accepts output of a function. Never throws, and callers do not wait for the delivery. */
    accept({ fn, text }: FunctionLog): void {
      const subscription = byLabel.get(fn)
      if (!subscription) return
      for (const message of linesIn(text)) {
        const line = parseLine(message)
        if (!line || !subscription.filter(line)) continue
        if (pendingLines.size === 0) setTimeout(deliver, BATCH_MS).unref()
        const id = createHash('sha256').update(`${count++} ${message}`).digest('hex')
        const events = pendingLines.get(subscription) ?? []
        events.push({ id, timestamp: clock.now(), message })
        pendingLines.set(subscription, events)
      }
    },
    /** Resolves when all accepted lines are delivered, or are waiting for a retry. */
    async flush(): Promise<void> {
      deliver()
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

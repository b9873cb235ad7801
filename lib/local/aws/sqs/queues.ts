import { EventEmitter } from 'node:events'
import { AwsError } from '../aws-error.ts'
import type { LocalClock, QueueSpec } from '../ports.ts'
import type { NewMessage, QueueStore } from './queue-store.ts'
import type { StoredMessage, TakeOptions } from './take-messages.ts'

interface QueuesDeps {
  readonly store: QueueStore
  readonly clock: LocalClock
}

interface ReceiveOptions extends Omit<TakeOptions, 'maxBytes'>, Partial<Pick<TakeOptions, 'maxBytes'>> {
  readonly waitSeconds: number
  readonly signal: AbortSignal
}

const waitForChange = (
  { store, clock }: QueuesDeps,
  arrivals: EventEmitter,
  { queue, deadline, signal }: { readonly queue: QueueSpec; readonly deadline: number; readonly signal: AbortSignal },
): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const cancel of cancels) cancel()
      arrivals.off(queue.name, done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    // An empty poll counts as idle polling, which an advancing clock skips.
    const visibleAt = store.nextVisibleAt(queue.name)
    const cancels = [clock.poll(() => deadline, done)]
    if (visibleAt !== undefined) cancels.push(clock.after(visibleAt - clock.now(), done))
    arrivals.once(queue.name, done)
    signal.addEventListener('abort', done, { once: true })
  })

export type Queues = ReturnType<typeof queues>

export const queues = ({ store, clock }: QueuesDeps) => {
  const specs = new Map<string, QueueSpec>()
  const arrivals = new EventEmitter().setMaxListeners(0)

  return {
    store,
    declare: (spec: QueueSpec) => void specs.set(spec.name, spec),
    /** Finds a queue by name, URL or ARN; throws QueueDoesNotExist. */
    find(reference: unknown): QueueSpec {
      const name = String(reference).split(/[/:]/).at(-1) ?? ''
      const spec = specs.get(name)
      if (spec === undefined)
        throw new AwsError('QueueDoesNotExist', `The specified queue does not exist: no stack declares "${name}".`)
      return spec
    },
    names: () => [...specs.keys()].sort(),
    send(queue: QueueSpec, message: NewMessage) {
      const stored = store.send(queue, message)
      arrivals.emit(queue.name)
      return stored
    },
    /** Long poll: returns when a message is available, or empty when the wait ends or the signal fires. */
    async receive(queue: QueueSpec, { waitSeconds, signal, ...options }: ReceiveOptions): Promise<StoredMessage[]> {
      const deadline = clock.now() + waitSeconds * 1000
      for (;;) {
        if (signal.aborted) return []
        const messages = store.receive(queue, { maxBytes: Number.POSITIVE_INFINITY, ...options })
        // A message that moved to the dead-letter queue wakes the receivers there.
        if (queue.redrive !== undefined) arrivals.emit(queue.redrive.target)
        if (messages.length > 0 || clock.now() >= deadline) return messages
        await waitForChange({ store, clock }, arrivals, { queue, deadline, signal })
      }
    },
    changeVisibility(queue: QueueSpec, receipt: string, seconds: number): void {
      const message = store.byReceipt(queue.name, receipt)
      if (message === undefined || message.visibleAt <= clock.now())
        throw new AwsError(
          'MessageNotInflight',
          'The message is not in flight: its visibility timeout has ended, or it was deleted.',
        )
      store.setVisibleAt(message.seq, clock.now() + seconds * 1000)
      arrivals.emit(queue.name)
    },
    remove(queue: QueueSpec, receipt: string): void {
      store.remove(queue.name, receipt)
      // The next message of a FIFO group may now be received.
      if (queue.fifo) arrivals.emit(queue.name)
    },
    purge: (queue: QueueSpec) => store.purge(queue.name),
  }
}

import type { EmbeddedAws, InvokeFunction } from './aws/ports.ts'
import { awsCall } from './aws-call.ts'
import type { FunctionLog } from './lambda-service.ts'
import type { LocalApp } from './local-app.ts'
import { logDelivery } from './log-delivery.ts'
import { logStore } from './log-store.ts'
import type { StackLog } from './stack-log.ts'

interface Deps {
  readonly state: string
  readonly app: LocalApp
  readonly aws: EmbeddedAws
  readonly queueUrls: ReadonlyMap<string, string>
  readonly invoke: InvokeFunction
  readonly log: (entry: StackLog) => void
}

/** Stores the log lines of functions, delivers them to log subscriptions, and reports them to the stack's log. */
export const functionLines = ({ state, app, aws, queueUrls, invoke, log }: Deps) => {
  const store = logStore(state)
  const delivery = logDelivery({
    subscriptions: app.logSubscriptions,
    functions: app.functions,
    invoke,
    clock: aws.clock,
    send: async (queue, MessageBody) => {
      const QueueUrl = queueUrls.get(queue.split(':').at(-1) ?? '')
      await awsCall(aws.endpoint, 'AmazonSQS.SendMessage', { QueueUrl, MessageBody })
    },
    log: (text) => log({ type: 'note', level: 'debug', text }),
  })
  return {
    accept(entry: FunctionLog): void {
      store.store(entry, aws.clock.now())
      delivery.accept(entry)
      log({ type: 'function', ...entry })
    },
    /** Resolves when pending log lines have been delivered, while the services still run. */
    deliver: () => delivery.flush(),
    flush: () => store.flush(),
  }
}

import { KMSClient } from '@aws-sdk/client-kms'
import { SQSClient } from '@aws-sdk/client-sqs'
import { queueFunction, secretsClient, tableClient } from '@signet/kernel'
import { bucketConnection } from '@signet/kernel/bucket'
import { access } from '../contract/access.ts'
import { advanceDeps } from '../loops/advance-deps.ts'
import { answerFromMemory } from '../loops/answer-from-memory.ts'
import { LoopMessage, loopQueue } from '../loops/loop-queue.ts'
import { runTick } from '../loops/run-tick.ts'

export const handler = queueFunction({
  name: 'runtime-loop-ticks',
  access: access['loop-ticks'],
  variables: process.env,
  clients: {
    db: tableClient(),
    secrets: secretsClient(),
    kms: new KMSClient({}),
    sqs: new SQSClient({}),
    connection: bucketConnection(process.env),
  },
  message: LoopMessage,
  ids: ({ loop }) => ({ loop_id: loop }),
  failed: 'interview step failed',
  build: (runtime) => {
    const { clients, env, log } = runtime
    const deps = advanceDeps(runtime)
    const queue = loopQueue({ sqs: clients.sqs, url: env.LOOP_TICKS_QUEUE_URL })
    return runTick({ ...deps, log, queue, answerFromMemory: answerFromMemory(deps) })
  },
})

import { writeSync } from 'node:fs'
import { startEmbeddedAws } from '../../../lib/local/aws/embedded-aws.ts'
import { queueSpec, tableSpec } from './world.ts'

/** A process to kill. It serves until it dies, its one function never returns, and its only output is the endpoint. */
const aws = await startEmbeddedAws({ dir: String(process.argv[2]), invoke: () => new Promise(() => undefined) })
await aws.declareTable(tableSpec())
await aws.declareQueue(queueSpec('jobs'))
await aws.declareBucket({ name: 'bytes', lifecycle: [] })
await aws.declareStateMachine({
  name: 'jobs',
  arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:jobs',
  definition: {
    StartAt: 'Run',
    States: { Run: { Type: 'Task', Resource: 'arn:aws:lambda:us-east-1:000000000000:function:run', End: true } },
  },
})
await aws.start()
writeSync(1, `${aws.endpoint}\n`)

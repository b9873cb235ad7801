import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobMachine } from '../../../lambdas/images/dispatch/job-machine.ts'
import { createLog } from '../../../layers/kernel/src/log.ts'
import { onTrail } from '../../../layers/kernel/src/trail.ts'

const client = new SFNClient({ region: 'eu-west-1' })
const sfn = mockClient(client)
beforeEach(() => {
  sfn.reset()
})
const arn = 'arn:aws:states:eu-west-1:123456789012:stateMachine:jobs'
const lines: string[] = []
const log = createLog({ write: (line) => lines.push(line) })
const machine = jobMachine({ sfn: client, arn, log })
const step = { tenantId: 't', jobId: 'j' }

describe('the execution of a job', () => {
  it('has the name of the job, and the step as its input', async () => {
    sfn.on(StartExecutionCommand).resolves({})
    await machine.start(step)
    expect(sfn.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input)).toEqual([
      { stateMachineArn: arn, name: 'j', input: '{"tenantId":"t","jobId":"j"}' },
    ])
  })

  it('carries the cause of its message, in its log line too', async () => {
    sfn.on(StartExecutionCommand).resolves({})
    const cause = { request_id: 'r-1', trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' }
    await onTrail(cause, () => machine.start(step))
    expect(JSON.parse(sfn.commandCalls(StartExecutionCommand)[0]?.args[0].input.input ?? '')).toEqual({
      ...step,
      cause,
    })
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ message: 'job started', ...cause })
  })

  it('stays unchanged if it exists; any other error keeps the message in its queue', async () => {
    sfn
      .on(StartExecutionCommand)
      .rejectsOnce(new ExecutionAlreadyExists({ message: 'there', $metadata: {} }))
      .rejects(Object.assign(new Error('no'), { name: 'ThrottlingException' }))
    await expect(machine.start(step)).resolves.toBeUndefined()
    await expect(machine.start(step)).rejects.toMatchObject({ name: 'ThrottlingException' })
  })
})

import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobMachine } from '../../../lambdas/imagegen/dispatch/job-machine.ts'

const sfn = mockClient(SFNClient)
beforeEach(() => {
  sfn.reset()
})
const arn = 'arn:aws:states:eu-west-1:123456789012:stateMachine:jobs'
const machine = jobMachine({ sfn: new SFNClient({ region: 'eu-west-1' }), arn })
const step = { tenantId: 't', jobId: 'j' }

describe('the execution of a job', () => {
  it('is named after the job, with the step as its input', async () => {
    sfn.on(StartExecutionCommand).resolves({})
    await machine.start(step)
    expect(sfn.commandCalls(StartExecutionCommand).map(({ args }) => args[0].input)).toEqual([
      { stateMachineArn: arn, name: 'j', input: '{"tenantId":"t","jobId":"j"}' },
    ])
  })

  it('that exists stays as it is; any other error keeps the message in its queue', async () => {
    sfn
      .on(StartExecutionCommand)
      .rejectsOnce(new ExecutionAlreadyExists({ message: 'there', $metadata: {} }))
      .rejects(Object.assign(new Error('no'), { name: 'ThrottlingException' }))
    await expect(machine.start(step)).resolves.toBeUndefined()
    await expect(machine.start(step)).rejects.toMatchObject({ name: 'ThrottlingException' })
  })
})

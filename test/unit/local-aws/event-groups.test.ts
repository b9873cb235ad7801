import { PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { ReceiveMessageCommand } from '@aws-sdk/client-sqs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openWorld, queueSpec, removeDir, type World } from './world.ts'

const arn = (service: string, rest: string) => `arn:aws:${service}:us-east-1:000000000000:${rest}`
const target = (id: string, groupId: string) => ({
  id,
  arn: arn('sqs', 'heard'),
  input: {},
  groupId,
  maxRetries: 0,
  maxAgeSeconds: 60,
  invocation: { retries: 0, maxAgeSeconds: 60 },
})

let world: World
beforeEach(async () => {
  world = await openWorld()
  await world.aws.declareQueue(queueSpec('heard'))
  await world.aws.declareEventBus({ name: 'signet', arn: arn('events', 'event-bus/signet') })
  await world.aws.declareEventRule({
    name: 'Rule',
    arn: arn('events', 'rule/signet/Rule'),
    bus: 'signet',
    pattern: { source: ['signet'] },
    targets: [target('Path', '$.detail.tenant'), target('Fixed', 'fixed'), target('Absent', '$.detail.nobody')],
  })
  await world.aws.start()
})
afterEach(async () => {
  await world.close()
  removeDir(world.dir)
})

it('a message gets the group that its target sets, literally or by a path of the event', async () => {
  const entry = { EventBusName: 'signet', Source: 'signet', DetailType: 'done', Detail: '{"tenant":"tenant-1"}' }
  await world.bus.send(new PutEventsCommand({ Entries: [entry] }))
  const QueueUrl = `${world.aws.endpoint}/000000000000/heard`
  const groups: (string | undefined)[] = []
  while (groups.length < 3) {
    const request = { QueueUrl, WaitTimeSeconds: 5, MessageSystemAttributeNames: ['MessageGroupId' as const] }
    const { Messages = [] } = await world.sqs.send(new ReceiveMessageCommand(request))
    groups.push(...Messages.map(({ Attributes }) => Attributes?.MessageGroupId))
  }
  expect(groups.toSorted()).toEqual(['fixed', 'tenant-1', undefined])
})

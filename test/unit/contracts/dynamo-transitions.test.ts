import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { machineCases } from '@signet/contract-tools/transition-tests'
import { allowedOperations, transitionCondition } from '@signet/contracts'
import { type CloudEvent, cloudEvent, handledEventPut, outboxPut } from '@signet/contracts/events'
import { irOf } from '@signet/contracts/ir'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '../../support/sample-contract.ts'
import { openWorld, removeDir, type World } from '../local-aws/world.ts'

type Operation = keyof typeof jobs.operations & string
const TableName = 'machine'
const key = (id: string) => ({ pk: `JOB#${id}`, sk: 'JOB' })

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.db.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  )
})
afterAll(async () => {
  await world.close()
  removeDir(world.dir)
})

/** Writes one transition with its condition. Returns the state and the allowed operations if it is refused. */
const perform = async (id: string, operation: Operation, state?: string) => {
  const { expression, assignment, names, values, to } = transitionCondition(jobs, operation, state ? { state } : {})
  try {
    await world.db.send(
      new UpdateCommand({
        TableName,
        Key: key(id),
        UpdateExpression: `SET ${assignment}`,
        ConditionExpression: expression,
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return { to }
  } catch (cause) {
    if (!(cause instanceof ConditionalCheckFailedException)) throw cause
    const before = cause.Item?.state?.S ?? 'absent'
    return { refusedIn: before, allowed: allowedOperations(jobs, before) }
  }
}

const cases = machineCases(irOf(jobs))
let jobCount = 0
/** Creates a job and moves it into the state by the operations that lead to it. */
const jobInState = async (state: string): Promise<string> => {
  jobCount += 1
  const id = `j-${jobCount}`
  let current: string | undefined
  for (const operation of cases?.paths[state] ?? []) {
    const transition = await perform(id, operation as Operation, current)
    if (!('to' in transition)) throw new Error(`${operation} was refused in ${transition.refusedIn}`)
    current = transition.to
  }
  return id
}

describe('state machine on DynamoDB', () => {
  it.each(cases?.edges ?? [])('$operation leads from $state to $to', async ({ state, operation, to }) => {
    const id = await jobInState(state)
    expect(await perform(id, operation as Operation, state)).toEqual({ to })
    expect((await world.db.send(new GetCommand({ TableName, Key: key(id) }))).Item?.state).toBe(to)
  })

  it.each(cases?.refusals ?? [])('$operation is refused in $state, with the allowed operations', async (refusal) => {
    const { state, operation, allowed } = refusal
    const id = await jobInState(state)
    const [from] = jobs.operations[operation as Operation].transition?.from ?? []
    expect(await perform(id, operation as Operation, from)).toEqual({ refusedIn: state, allowed })
    expect((await world.db.send(new GetCommand({ TableName, Key: key(id) }))).Item?.state).toBe(state)
  })

  it('a creation succeeds once', async () => {
    expect(await perform('once', 'generate')).toEqual({ to: 'queued' })
    expect(await perform('once', 'generate')).toEqual({ refusedIn: 'queued', allowed: ['fail', 'start'] })
  })
})

describe('ten concurrent writers of one transition with its event', () => {
  const finishJob = async (id: string, version: number) => {
    const { expression, assignment, names, values } = transitionCondition(jobs, 'finish', { version })
    const data = { job_id: id, asset_url: 'https://images.test/1' }
    const event = cloudEvent(jobs, 'completed', { entity: id, version: version + 1, time: new Date(0), data })
    const Update = {
      TableName,
      Key: key(id),
      UpdateExpression: `SET ${assignment}, #version = :next`,
      ConditionExpression: expression,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: { ...values, ':next': version + 1 },
    }
    const TransactItems = [{ Update }, outboxPut(event, { table: TableName })]
    return world.db.send(new TransactWriteCommand({ TransactItems })).then(
      () => 'written',
      (cause: unknown) => {
        if (cause instanceof TransactionCanceledException) return 'refused'
        throw cause
      },
    )
  }
  const outboxEvents = async (id: string) => {
    const { Items = [] } = await world.db.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': `OUTBOX#/contracts/job#${id}` },
      }),
    )
    return Items.map(({ event }) => JSON.parse(event as string) as CloudEvent)
  }

  it('exactly one writer succeeds, with exactly one event', async () => {
    await world.db.send(new PutCommand({ TableName, Item: { ...key('race'), state: 'encoding', version: 3 } }))
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => finishJob('race', 3)))
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
    expect((await outboxEvents('race')).map(({ id }) => id)).toEqual(['race:4:completed'])
  })

  it('a consumer that gets the event three times acts once', async () => {
    // The event of the previous test.
    const [event] = await outboxEvents('race')
    let actions = 0
    for (let delivery = 0; delivery < 3; delivery += 1) {
      const { Put } = handledEventPut(event!, { table: TableName })
      await world.db.send(new PutCommand(Put)).then(
        () => {
          actions += 1
        },
        (cause: unknown) => {
          if (!(cause instanceof ConditionalCheckFailedException)) throw cause
        },
      )
    }
    expect(actions).toBe(1)
  })
})

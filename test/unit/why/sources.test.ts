import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  GetQueryResultsCommand,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logStore } from '../../../lib/local/log-store.ts'
import { localLogs } from '../../../lib/why/local-logs.ts'
import { sinceOf } from '../../../lib/why/since.ts'
import { queryFor, stageLogs } from '../../../lib/why/stage-logs.ts'

describe('lines of the local runner', () => {
  let state: string
  beforeEach(async () => {
    state = await mkdtemp(join(tmpdir(), 'signet-kept-'))
  })
  afterEach(async () => {
    await rm(state, { recursive: true })
  })
  const entry = (text: string) => ({ fn: 'f', requestId: 'r', level: 'info' as const, text })

  it('lines are found by their text, one by one, in both files', async () => {
    const log = logStore(state, 400)
    for (let n = 0; n < 5; n++) {
      log.store(entry(`{"message":"a","n":"id-${n}"}\n{"message":"b","n":"id-${n}"}`), 1_000 + n)
      await log.flush()
    }
    expect((await readdir(join(state, 'logs'))).sort()).toEqual(['functions.1.jsonl', 'functions.jsonl'])
    const lines = await localLogs(state).search(['id-3', 'id-4'])
    expect(lines.map(({ at, text }) => [at, JSON.parse(text)])).toEqual([
      [1_003, { message: 'a', n: 'id-3' }],
      [1_003, { message: 'b', n: 'id-3' }],
      [1_004, { message: 'a', n: 'id-4' }],
      [1_004, { message: 'b', n: 'id-4' }],
    ])
    expect(lines[0]).toMatchObject({ fn: 'f', run: 'r', level: 'info' })
  })

  it('lines are limited to two files of a bounded size, and survive a restart', async () => {
    for (let n = 0; n < 40; n++) {
      const log = logStore(state, 1_000)
      log.store(entry('x'.repeat(100)), n)
      await log.flush()
    }
    for (const name of await readdir(join(state, 'logs'))) {
      expect((await stat(join(state, 'logs', name))).size, name).toBeLessThanOrEqual(1_000)
    }
    expect(await readFile(join(state, 'logs', 'functions.jsonl'), 'utf8')).toContain('"at":39')
  })

  it('missing logs are reported with the next step', async () => {
    await expect(localLogs(state).search(['x'])).rejects.toThrow('start the system with npm start')
  })
})

describe('lines of a deployed stage', () => {
  const client = new CloudWatchLogsClient({ region: 'eu-west-1' })
  const logs = mockClient(client)
  beforeEach(() => {
    logs.reset()
  })
  const since = new Date('2026-11-24T00:00:00Z')
  const until = new Date('2026-11-25T00:00:00Z')
  let ms = 0
  const source = (stage = 'dev') =>
    stageLogs({
      client,
      stage,
      stacks: ['images', 'archive'],
      since,
      until,
      pause: async (paused) => {
        ms += paused * 100
      },
      elapsed: () => ms,
    })
  const groups = (...names: string[]) => ({ logGroups: names.map((logGroupName) => ({ logGroupName })) })
  const mockStage = () => {
    logs.on(DescribeLogGroupsCommand).resolves(groups())
    logs
      .on(DescribeLogGroupsCommand, { logGroupNamePrefix: 'signet-dev-' })
      .resolves(groups('signet-dev-images-Api', 'signet-dev-anna-images-Api'))
    logs
      .on(DescribeLogGroupsCommand, { logGroupNamePrefix: '/aws/vendedlogs/states/signet-dev-' })
      .resolves(groups('/aws/vendedlogs/states/signet-dev-images-Jobs'))
    logs.on(StartQueryCommand).resolves({ queryId: 'q' })
  }

  it('only the log groups of the stage are queried, until the query is complete', async () => {
    mockStage()
    const results = [
      [
        { field: '@timestamp', value: '2026-11-24 10:00:00.123' },
        { field: '@log', value: '123456789012:signet-dev-images-Api' },
        { field: '@message', value: '{"message":"m"}\n' },
        { field: '@ptr', value: 'p' },
      ],
    ]
    logs
      .on(GetQueryResultsCommand)
      .resolvesOnce({ status: 'Scheduled' })
      .resolvesOnce({ status: 'Running', results: [] })
      .resolves({ status: 'Complete', results })
    expect(await source().search(['id-1', 'id-2'])).toEqual([
      { at: Date.parse('2026-11-24T10:00:00.123Z'), fn: 'signet-dev-images-Api', text: '{"message":"m"}' },
    ])
    expect(logs.commandCalls(StartQueryCommand).map(({ args }) => args[0].input)).toEqual([
      {
        logGroupNames: ['signet-dev-images-Api', '/aws/vendedlogs/states/signet-dev-images-Jobs'],
        queryString: queryFor(['id-1', 'id-2']),
        startTime: since.getTime() / 1000,
        endTime: until.getTime() / 1000,
      },
    ])
    expect(queryFor(['id-1', 'id-2'])).toContain('filter @message like "id-1" or @message like "id-2"')
  })

  it('one query covers at most fifty log groups', async () => {
    const names = Array.from({ length: 101 }, (_, n) => `signet-dev-archive-Fn${n}`)
    logs.on(DescribeLogGroupsCommand).resolves(groups())
    logs.on(DescribeLogGroupsCommand, { logGroupNamePrefix: 'signet-dev-' }).resolves(groups(...names))
    logs.on(StartQueryCommand).resolves({ queryId: 'q' })
    logs.on(GetQueryResultsCommand).resolves({ status: 'Complete', results: [] })
    await source().search(['id'])
    const sizes = logs.commandCalls(StartQueryCommand).map(({ args }) => args[0].input.logGroupNames?.length)
    expect(sizes).toEqual([50, 50, 1])
  })

  it('a slow query is stopped, with advice', async () => {
    mockStage()
    logs.on(GetQueryResultsCommand).resolves({ status: 'Running' })
    logs.on(StopQueryCommand).resolves({})
    await expect(source().search(['id'])).rejects.toThrow('choose a shorter time with --since')
    expect(logs.commandCalls(StopQueryCommand)).toHaveLength(1)
  })

  it('a missing stage, missing rights and a failed query are errors', async () => {
    mockStage()
    await expect(source('prod').search(['id'])).rejects.toThrow('no logs of the stage prod')
    logs.on(GetQueryResultsCommand).resolves({ status: 'Failed' })
    await expect(source().search(['id'])).rejects.toThrow('The query ended with the status Failed')
    logs.on(StartQueryCommand).rejects(Object.assign(new Error('not you'), { name: 'AccessDeniedException' }))
    await expect(source().search(['id'])).rejects.toThrow('AccessDeniedException: not you')
    expect(source().searched).toBe('the logs of stage dev of the last day; logs are retained for 30 days')
  })
})

describe('time to search', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const minutesBack = (span: string | undefined, id = 'r-1') => {
    const since = sinceOf(span, id, now)
    return since && (now.getTime() - since.getTime()) / 60_000
  }

  it.each([
    ['90m', 90],
    ['6h', 360],
    ['7d', 10_080],
    [undefined, 43_200],
    ['soon', undefined],
    ['1w', undefined],
  ])('%s is %s minutes', (span, minutes) => {
    expect(minutesBack(span)).toBe(minutes)
  })

  it('the search begins shortly before the creation time in an id', () => {
    const createdMs = now.getTime() - 3_600_000
    const hex = createdMs.toString(16).padStart(12, '0')
    expect(minutesBack(undefined, `${hex.slice(0, 8)}-${hex.slice(8)}-7375-a236-bd77eb9bf95d`)).toBe(70)
    expect(minutesBack(undefined, 'ffffffff-ffff-7375-a236-bd77eb9bf95d')).toBe(43_200)
  })
})

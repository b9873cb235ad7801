import { setTimeout as wait } from 'node:timers/promises'
import {
  type CloudWatchLogsClient,
  GetQueryResultsCommand,
  paginateDescribeLogGroups,
  type ResultField,
  StartQueryCommand,
  StopQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import type { RawLine } from './log-line.ts'
import { type LogSource, LogsUnavailableError } from './log-source.ts'

/** Limits of Logs Insights: groups per query, and lines per result. */
const GROUPS_MAX = 50
const LINES_MAX = 10_000
/**
 * The longest wait for a query. A query over a month of lines takes a while; Logs Insights itself stops after an hour.
 */
const QUERY_WAIT_MAX_MS = 120_000
const POLL_INTERVAL_MS = 500

const DAY_MS = 86_400_000

export interface StageLogsOptions {
  readonly client: Pick<CloudWatchLogsClient, 'send'>
  readonly stage: string
  /**
   * Names of the stage's stacks without prefix, such as `images`. They distinguish stages whose names have a common
   * prefix.
   */
  readonly stacks: readonly string[]
  readonly since: Date
  readonly until: Date
  readonly pause?: (ms: number) => Promise<unknown>
  readonly elapsed?: () => number
}

/**
 * Returns the query for lines that contain one of these texts. Ids have no characters that the query language escapes.
 */
export const queryFor = (texts: readonly string[]): string =>
  [
    'fields @timestamp, @log, @message',
    `filter ${texts.map((text) => `@message like "${text}"`).join(' or ')}`,
    'sort @timestamp asc',
    `limit ${LINES_MAX}`,
  ].join(' | ')

const MACHINE_LOG_PREFIX = '/aws/vendedlogs/states/'

/** Returns the log groups of functions and state machines, whose names begin with that of their stack. */
const groupsOf = async ({ client, stage, stacks }: StageLogsOptions): Promise<readonly string[]> => {
  const names: string[] = []
  const prefix = `signet-${stage}-`
  for (const logGroupNamePrefix of [prefix, `${MACHINE_LOG_PREFIX}${prefix}`]) {
    const pages = paginateDescribeLogGroups({ client: client as CloudWatchLogsClient }, { logGroupNamePrefix })
    for await (const { logGroups = [] } of pages)
      names.push(...logGroups.flatMap(({ logGroupName }) => logGroupName ?? []))
  }
  return names.filter((name) => {
    const nameWithoutPrefix = name.replace(MACHINE_LOG_PREFIX, '').slice(prefix.length)
    return stacks.some((stack) => nameWithoutPrefix.startsWith(`${stack}-`))
  })
}

const batches = (names: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(names.length / GROUPS_MAX) }, (_, i) =>
    names.slice(i * GROUPS_MAX, (i + 1) * GROUPS_MAX),
  )

/** Returns the group name: `123456789012:signet-prod-images-PaintLogs…` belongs to the stack `images`. */
const groupName = (log: string | undefined): string | undefined => log?.split(':').at(-1)

const rawLine = (fields: readonly ResultField[]): RawLine => {
  const {
    '@timestamp': time = '',
    '@log': log,
    '@message': text = '',
  } = Object.fromEntries(fields.map(({ field = '', value }) => [field, value])) as Readonly<
    Record<string, string | undefined>
  >
  // Logs Insights returns times in UTC without a time zone.
  return { at: Date.parse(`${time.replace(' ', 'T')}Z`), fn: groupName(log), text: text.trimEnd() }
}

const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

const runQuery = async (
  { client, since, until, pause = wait, elapsed = () => performance.now() }: StageLogsOptions,
  logGroupNames: readonly string[],
  texts: readonly string[],
): Promise<readonly RawLine[]> => {
  const [startTime, endTime] = [since, until].map((at) => Math.floor(at.getTime() / 1000))
  const query = { logGroupNames: [...logGroupNames], queryString: queryFor(texts), startTime, endTime }
  const { queryId } = await client.send(new StartQueryCommand(query))
  const began = elapsed()
  while (elapsed() - began < QUERY_WAIT_MAX_MS) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }))
    if (status === 'Complete') return results.map(rawLine)
    if (status !== 'Running' && status !== 'Scheduled')
      throw new LogsUnavailableError(`The query ended with the status ${status}`)
    await pause(POLL_INTERVAL_MS)
  }
  await client.send(new StopQueryCommand({ queryId })).catch(() => undefined)
  throw new LogsUnavailableError(
    `The query took longer than ${QUERY_WAIT_MAX_MS / 1000} seconds: choose a shorter time with --since`,
  )
}

/**
 * Returns the log lines of a deployed stage, from CloudWatch Logs Insights. A query costs 0.005 USD per gigabyte that
 * it reads.
 */
export const stageLogs = (options: StageLogsOptions): LogSource => {
  const { stage, since, until } = options
  const days = Math.max(1, Math.round((until.getTime() - since.getTime()) / DAY_MS))
  let groups: Promise<readonly string[]> | undefined
  return {
    searched: `the logs of stage ${stage} of the last ${days === 1 ? 'day' : `${days} days`}; logs are retained for 30 days`,
    async search(texts) {
      try {
        groups ??= groupsOf(options)
        const names = await groups
        if (names.length === 0)
          throw new LogsUnavailableError(`This account and region have no logs of the stage ${stage}`)
        const lines: RawLine[] = []
        for (const batch of batches(names)) lines.push(...(await runQuery(options, batch, texts)))
        return lines
      } catch (error) {
        if (error instanceof LogsUnavailableError) throw error
        throw new LogsUnavailableError(`CloudWatch Logs is unavailable: ${errorText(error)}`, { cause: error })
      }
    },
  }
}

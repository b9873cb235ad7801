import { resolve } from 'node:path'
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs'
import { COMMON_OPTIONS, EXIT, Failure, type FlagsOf, readArguments } from '@signet/command-line'
import { APIS } from '../../lib/apis.ts'
import { SERVICES } from '../../lib/services.ts'
import { localLogs } from '../../lib/why/local-logs.ts'
import { type LogSource, LogsUnavailableError, linesFor } from '../../lib/why/log-source.ts'
import { renderStory, storyJson } from '../../lib/why/render-story.ts'
import { sinceOf } from '../../lib/why/since.ts'
import { stageLogs } from '../../lib/why/stage-logs.ts'
import { storyOf } from '../../lib/why/story.ts'

const help = `npm run why -- <id> [options]

Shows the history of a job, import, artifact, request, trace or notification (webhook-id) from the logs.

  --stage NAME   a deployed stage, with your AWS credentials (default: the local system)
  --state DIR    the state folder of the local system (default .local)
  --since SPAN   time span to search in a stage: 90m, 6h, 7d (default: since the ID was created, or 30d)
  --json         print one JSON object
  --help         print this help

exit codes: 0 found, 1 no line found, 2 invalid argument, 4 no logs available`

const OPTIONS = {
  ...COMMON_OPTIONS,
  stage: { type: 'string' },
  state: { type: 'string' },
  since: { type: 'string' },
} as const

/** The format of IDs of Signet and AWS, without characters that have a meaning in a query. */
const ID = /^[\w.:+-]{4,100}$/

const STAGE = /^[a-z][a-z0-9-]{0,19}$/

const STACKS = [...SERVICES.map(({ service }) => service.name), ...APIS.map(({ key }) => `${key}-api`)]

const sourceOf = (id: string, { stage, state = '.local', since }: FlagsOf<typeof OPTIONS>): LogSource => {
  if (stage === undefined) return localLogs(resolve(state))
  if (!STAGE.test(stage)) throw new Failure(EXIT.usage, `--stage must be the name of a stage (got "${stage}")`)
  const until = new Date()
  const from = sinceOf(since, id, until)
  if (from === undefined)
    throw new Failure(EXIT.usage, `--since must be a time span such as 90m, 6h or 7d (got "${since}")`)
  return stageLogs({ client: new CloudWatchLogsClient({}), stage, stacks: STACKS, since: from, until })
}

/**
 * Returns the history of the ID in the arguments of `npm run why`, or the help.
 * @throws Failure if an argument is wrong, no line is found, or no logs are available
 */
export const whyStory = async (args: readonly string[]): Promise<string> => {
  const { flags, words } = readArguments('npm run why --', args, OPTIONS)
  if (flags.help) return help
  const [id, ...more] = words
  if (id === undefined || more.length > 0) throw new Failure(EXIT.usage, 'Pass one ID. See npm run why -- --help')
  if (!ID.test(id)) throw new Failure(EXIT.usage, `"${id}" is not an ID`)
  const source = sourceOf(id, flags)
  const lines = await linesFor(source, id).catch((error: unknown) => {
    throw error instanceof LogsUnavailableError ? new Failure(EXIT.unreachable, error.message) : error
  })
  const story = storyOf(id, lines)
  if (!story) throw new Failure(EXIT.failed, `No log line contains ${id}: searched ${source.searched}`)
  return flags.json ? storyJson(story) : renderStory(story)
}

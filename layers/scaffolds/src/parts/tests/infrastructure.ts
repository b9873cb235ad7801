import { type Code, code, joinAsSentence, joinCode } from '../../code.ts'
import {
  type Boundary,
  type Context,
  type Design,
  hasTrigger,
  onAws,
  onCloudflare,
  type Part,
  portsOf,
  type RenderedFiles,
  type Requirement,
  type SourceFile,
  type Trigger,
} from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { literalItems } from '../aws/project.ts'
import { wranglerConfig } from '../cloudflare/wrangler.ts'
import { designFlags } from '../flags.ts'

/** Describes the limits of each platform. Each is in the configuration and has a test. */
const boundsOf = (design: Design, context: Context): Code => {
  const has = (...triggers: readonly Trigger[]): boolean => triggers.some((trigger) => hasTrigger(design, trigger))
  const messageLimits = [
    has('queue', 'file', 'stream') ? code`batch sizes` : undefined,
    has('queue', 'file', 'stream') ? code`message attempts` : undefined,
    has('schedule') ? code`the frequency of runs` : undefined,
  ]
  const awsLimits = joinAsSentence([
    has('http', 'connection') ? code`the total request rate` : undefined,
    ...messageLimits,
    code`the duration of a run`,
  ])
  const workerMessageLimits = joinAsSentence(messageLimits)
  return joinCode(
    [
      onAws(context) ? code`On AWS, the stack limits ${awsLimits}` : undefined,
      onCloudflare(context)
        ? workerMessageLimits === ''
          ? code`On Cloudflare, requests are not limited${portsOf(design).has('records') ? code`, and an hourly sweep is the only other trigger` : code`, and there is no other trigger`}`
          : code`On Cloudflare, the configuration limits ${workerMessageLimits}`
        : undefined,
    ],
    '. ',
  )
}

const inOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1')

const trimmedMatches = (matches: Iterable<RegExpMatchArray>): string[] => [...matches].map(([text]) => text.trim())

/** Returns the rights of a stack: grants and policy statements. The generated test reads them in the same way. */
const grantsIn = (stack: string): string[] => {
  const statements = [...stack.matchAll(/actions: \[([^\]]*)\],\s*resources: (\[[^\]]*\]|[\w.()]+)/g)].map(
    ([, actions, resources]) => `${actions} on ${resources}`,
  )
  return [...trimmedMatches(stack.matchAll(/\b\w+[.]grant\w*[(][^)]*[)]/g)), ...statements].map(inOneLine).sort()
}

const alarmsIn = (source: string): string[] => {
  const alarms = [...source.matchAll(/new Alarm[(]\w+, '(\w+)', [{]([\s\S]*?)\n +[}][)]\n/g)].map(
    ([, name, props = '']) => `${name}: ${inOneLine(props).trim()}`,
  )
  return [...alarms.sort(), ...trimmedMatches(source.matchAll(/^.*addAlarmAction[(].*$/gm)).sort()]
}

/** Lines of the stack that set a limit. */
const LIMITS =
  /^ *(?:throttle|timeout|schedule|targets|batchSize|reportBatchItemFailures|retryAttempts|bisectBatchOnError|onFailure|maxRecordAge|startingPosition)\b.*$/gm

const bindingsOf = (design: Design): string[] => {
  const ports = portsOf(design)
  return [
    ports.has('model') ? 'AI' : undefined,
    ports.has('records') ? 'DB' : undefined,
    ports.has('objects') ? 'FILES' : undefined,
    hasTrigger(design, 'connection') ? 'Hub' : undefined,
    ports.has('queue') ? 'WORK' : undefined,
  ].flatMap((binding) => binding ?? [])
}

const rightsOf = (context: Context): Code =>
  joinCode(
    [
      onAws(context)
        ? code`On AWS, each function only has the permissions that its code can use, on resources of this service, and a test lists them`
        : undefined,
      onCloudflare(context)
        ? code`On Cloudflare, the Worker only has the bindings that its code uses, each with full access`
        : undefined,
    ],
    '. ',
  )

const withExcessThreat = (boundary: Boundary, context: Context): Boundary => ({
  ...boundary,
  cells: {
    S: [],
    T: [],
    R: [],
    I: [],
    D: [],
    E: [
      {
        key: `excess-${boundary.key}`,
        source: code`An attacker who runs code in the function`,
        prerequisites: code`A vulnerability in the code or in a build tool`,
        action: code`uses rights that the service does not need`,
        impact: code`One vulnerability gives access to more resources`,
        likelihood: 2,
        impactScore: 5,
        mitigation: rightsOf(context),
        cardIds: ['stride-escape-by-job', 'stride-wide-role'],
      },
    ],
  },
})

const PLATFORM_BOUNDARY: Boundary = {
  key: 'platform',
  name: code`Code to platform`,
  cells: {
    S: code`The platform authenticates the code that runs; there is no password to steal`,
    T: code`The platform runs the bundle that was built; it is not changed in place`,
    R: code`The platform records deployments and calls`,
    I: code`The service stores nothing on the platform`,
    D: code`The platform limits the time and memory of each function`,
    E: [],
  },
}

/**
 * Returns the boundaries without a threat of elevation, each with the threat of excessive rights; the boundary to the
 * platform if there are none.
 */
const boundariesWithExcess = (design: Design, context: Context): Boundary[] => {
  const withoutElevation = design.boundaries.filter(({ cells }) => Array.isArray(cells.E) && cells.E.length === 0)
  return withoutElevation.length > 0
    ? withoutElevation.map((each) => withExcessThreat(each, context))
    : [PLATFORM_BOUNDARY, withExcessThreat(PLATFORM_BOUNDARY, context)]
}

const loadQuestions = (design: Design, context: Context): Code[] => {
  const isBounded = design.requirements.some(({ key }) => key === 'limited')
  if (isBounded || !hasTrigger(design, 'http')) return []
  return [
    ...(onAws(context)
      ? [
          code`Is a total of 50 requests per second for all callers sufficient? The API stage throttles requests above it`,
        ]
      : []),
    ...(onCloudflare(context)
      ? [code`How many requests may a caller send? On Cloudflare they are not limited: set a rate limiting rule`]
      : []),
  ]
}

const requirementsOf = (design: Design, context: Context): Requirement[] => {
  const leastRights: Requirement = {
    key: 'least-rights',
    text: code`The service has only the rights that it needs`,
    priority: 'P1',
  }
  if (design.functions.length === 0) return [leastRights]
  const boundedEntries: Requirement = { key: 'bounded-entries', text: boundsOf(design, context), priority: 'P2' }
  if (!onAws(context)) return [leastRights, boundedEntries]
  const alarmRequirement: Requirement = {
    key: 'watched',
    text: onCloudflare(context)
      ? code`On AWS, crashes, logged errors, dead-letter messages and unusual silence each raise an alarm; on Cloudflare there are no alarms`
      : code`Crashes, logged errors, dead-letter messages and unusual silence each raise an alarm`,
    priority: 'P2',
  }
  return [leastRights, boundedEntries, alarmRequirement]
}

const workerLimitsOf = (design: Design, { worker }: Context): Code => {
  const { queues, triggers } = wranglerConfig(design, worker)
  return JSON.stringify({ queues, triggers }).replaceAll(`${worker}-`, '').replaceAll("'", "\\'") as Code
}

interface Infrastructure {
  readonly rightTraces: readonly string[]
  readonly files: readonly SourceFile[]
}

const suitesOf = (design: Design, context: Context, { rightTraces, files }: Infrastructure): RenderedFiles => {
  const textOf = (path: string): string => files.find((file) => file.path === path)?.content ?? ''
  const stack = ['stack', 'resources', 'rights'].map((name) => textOf(`infrastructure/${name}.ts`)).join('')
  const queueModel = design.functions.some(({ trigger, uses }) => trigger === 'queue' && uses.includes('model'))
  return templates('shared/infrastructure', {
    flags: { ...designFlags(design, context), queueModel },
    values: { rightTraces: rightTraces.join(', ') as Code, workerLimits: workerLimitsOf(design, context) },
    lists: {
      grant: literalItems('grant', grantsIn(stack)),
      ownAlarm: literalItems('alarm', alarmsIn(textOf('infrastructure/service-function.ts'))),
      stackAlarm: literalItems('alarm', alarmsIn(stack)),
      limit: literalItems('limit', trimmedMatches(stack.matchAll(LIMITS))),
      binding: literalItems('binding', bindingsOf(design)),
    },
  })
}

export const infrastructurePart = (design: Design, context: Context, files: readonly SourceFile[]): Part => {
  const boundaries = boundariesWithExcess(design, context)
  const traces = ['least-rights', ...new Set(boundaries.map(({ key }) => `excess-${key}`))]
  return {
    questions: loadQuestions(design, context),
    requirements: requirementsOf(design, context),
    boundaries,
    render: () => [suitesOf(design, context, { rightTraces: traces, files })],
  }
}

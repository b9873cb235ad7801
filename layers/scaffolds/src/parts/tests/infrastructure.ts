import { type Code, code, joined } from '../../code.ts'
import {
  type Boundary,
  type Context,
  type Design,
  hasTrigger,
  onAws,
  onCloudflare,
  type Part,
  portsOf,
  type Rendered,
  type Requirement,
  type SourceFile,
  type Trigger,
} from '../../design.ts'
import { templates } from '../../templates/templates.ts'
import { quoted } from '../aws/project.ts'
import { members } from '../cloudflare/wrangler.ts'
import { designFlags } from '../flags.ts'

/** What bounds the starts of the service, on each platform: only what its configuration says, and a test reads there. */
const boundsOf = (design: Design, context: Context): Code => {
  const has = (...triggers: readonly Trigger[]): boolean => triggers.some((trigger) => hasTrigger(design, trigger))
  const both = [
    has('queue', 'file', 'stream') ? code`batches and attempts of messages` : undefined,
    has('schedule') ? code`times of its runs` : undefined,
  ]
  const aws = joined(
    [has('http', 'connection') ? code`requests of all callers together` : undefined, ...both, code`seconds of a run`],
    ', ',
  )
  const worker = joined(both, ', ')
  return joined(
    [
      onAws(context) ? code`On AWS the stack bounds ${aws}` : undefined,
      onCloudflare(context)
        ? worker === ''
          ? code`On Cloudflare nothing bounds requests, and nothing else starts the Worker${portsOf(design).has('records') ? code` but the hourly sweep` : code``}`
          : code`On Cloudflare the configuration bounds ${worker}`
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

const first = (matches: Iterable<RegExpMatchArray>): string[] => [...matches].map(([text]) => text.trim())

/** The rights of a stack: its grants, and the statements of its policies. The generated test reads them likewise. */
const grantsIn = (stack: string): string[] => {
  const statements = [...stack.matchAll(/actions: \[([^\]]*)\],\s*resources: (\[[^\]]*\]|[\w.()]+)/g)].map(
    ([, actions, resources]) => `${actions} on ${resources}`,
  )
  return [...first(stack.matchAll(/\b\w+[.]grant\w*[(][^)]*[)]/g)), ...statements].map(inOneLine).sort()
}

const alarmsIn = (source: string): string[] => {
  const alarms = [...source.matchAll(/new Alarm[(]\w+, '(\w+)', [{]([\s\S]*?)\n +[}][)]\n/g)].map(
    ([, name, props = '']) => `${name}: ${inOneLine(props).trim()}`,
  )
  return [...alarms.sort(), ...first(source.matchAll(/^.*addAlarmAction[(].*$/gm)).sort()]
}

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
  joined(
    [
      onAws(context)
        ? code`On AWS each function has the verbs that its code can come to, on resources of this service, and a test has the list`
        : undefined,
      onCloudflare(context)
        ? code`On Cloudflare the Worker has the bindings that its code uses and no others, each of them whole`
        : undefined,
    ],
    '. ',
  )

const excess = (boundary: Boundary, context: Context): Boundary => ({
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
        prerequisites: code`A fault in our code or in a tool that builds it`,
        action: code`uses rights that the service never needed`,
        impact: code`One fault becomes many`,
        likelihood: 2,
        impactScore: 5,
        mitigation: rightsOf(context),
        answers: ['stride-escape-by-job', 'stride-wide-role'],
      },
    ],
  },
})

const PLATFORM: Boundary = {
  key: 'platform',
  name: code`Code to platform`,
  cells: {
    S: code`The platform authenticates what runs; there is no password to steal`,
    T: code`What runs is the bundle that was built and reviewed; it is not changed in place`,
    R: code`The platform keeps its own trail of deployments and calls`,
    I: code`The service keeps nothing on the platform`,
    D: code`The platform bounds the time and memory of each function`,
    E: [],
  },
}

const governed = (design: Design, context: Context): Boundary[] => {
  const unsettled = design.boundaries.filter(({ cells }) => Array.isArray(cells.E) && cells.E.length === 0)
  return unsettled.length > 0 ? unsettled.map((each) => excess(each, context)) : [PLATFORM, excess(PLATFORM, context)]
}

const loadQuestions = (design: Design, context: Context): Code[] => {
  const isBounded = design.requirements.some(({ key }) => key === 'limited')
  if (isBounded || !hasTrigger(design, 'http')) return []
  return [
    ...(onAws(context)
      ? [code`Is 50 requests a second for all callers together right? The stage lets no more through`]
      : []),
    ...(onCloudflare(context)
      ? [code`How many requests may a caller send? On Cloudflare nothing here limits them: set a rate limiting rule`]
      : []),
  ]
}

const requirementsOf = (design: Design, context: Context): Requirement[] => {
  const least: Requirement = {
    key: 'least-rights',
    text: code`The service has only the rights that it needs`,
    priority: 'P1',
  }
  if (design.functions.length === 0) return [least]
  const bounded: Requirement = { key: 'bounded-entries', text: boundsOf(design, context), priority: 'P2' }
  if (!onAws(context)) return [least, bounded]
  const watched: Requirement = {
    key: 'watched',
    text: onCloudflare(context)
      ? code`On AWS a fault, also one that was answered, a stuck message and an unusual silence each raise an alarm; on Cloudflare there are no alarms`
      : code`A fault, also one that was answered, a stuck message and an unusual silence each raise an alarm`,
    priority: 'P2',
  }
  return [least, bounded, watched]
}

const workerLimitsOf = (design: Design, { worker }: Context): Code => {
  const { queues, triggers } = members(design, worker)
  return JSON.stringify({ queues, triggers }).replaceAll(`${worker}-`, '').replaceAll("'", "\\'") as Code
}

interface Infrastructure {
  readonly rightTraces: readonly string[]
  readonly files: readonly SourceFile[]
}

const suitesOf = (design: Design, context: Context, { rightTraces, files }: Infrastructure): Rendered => {
  const textOf = (path: string): string => files.find((file) => file.path === path)?.content ?? ''
  const stack = ['stack', 'resources', 'rights'].map((name) => textOf(`infrastructure/${name}.ts`)).join('')
  const queueModel = design.functions.some(({ trigger, uses }) => trigger === 'queue' && uses.includes('model'))
  return templates('shared/infrastructure', {
    flags: { ...designFlags(design, context), queueModel },
    values: { rightTraces: rightTraces.join(', ') as Code, workerLimits: workerLimitsOf(design, context) },
    lists: {
      grant: quoted('grant', grantsIn(stack)),
      ownAlarm: quoted('alarm', alarmsIn(textOf('infrastructure/service-function.ts'))),
      stackAlarm: quoted('alarm', alarmsIn(stack)),
      limit: quoted('limit', first(stack.matchAll(LIMITS))),
      binding: quoted('binding', bindingsOf(design)),
    },
  })
}

export const infrastructurePart = (design: Design, context: Context, files: readonly SourceFile[]): Part => {
  const boundaries = governed(design, context)
  const traces = ['least-rights', ...new Set(boundaries.map(({ key }) => `excess-${key}`))]
  return {
    questions: loadQuestions(design, context),
    requirements: requirementsOf(design, context),
    boundaries,
    rendered: () => [suitesOf(design, context, { rightTraces: traces, files })],
  }
}

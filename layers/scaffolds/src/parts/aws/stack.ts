import { type Code, code, joined, literal } from '../../code.ts'
import {
  type Context,
  type Design,
  type FunctionSpec,
  hasTrigger,
  readsSecrets,
  type SourceFile,
} from '../../design.ts'
import type { Fragment } from './fragment.ts'
import { appSource, serviceFunction } from './function-source.ts'
import { grantsOf, RESOURCES } from './resources.ts'
import { siteFragment } from './site.ts'
import { TRIGGERS } from './triggers.ts'

const importsOf = (fragments: readonly Fragment[]): Code => {
  const byModule = new Map<string, Set<string>>()
  for (const { imports } of fragments) {
    for (const [module, names] of Object.entries(imports)) {
      const all = byModule.get(module) ?? new Set<string>()
      for (const name of names) all.add(name)
      byModule.set(module, all)
    }
  }
  const lines = [...byModule]
    .toSorted(([a], [b]) => (placed(a) < placed(b) ? -1 : 1))
    .map(([module, names]) => {
      const sorted = [...names].sort((a, b) => (bare(a) < bare(b) ? -1 : 1))
      return code`import { ${sorted.join(', ') as Code} } from '${module as Code}'`
    })
  return joined(lines)
}
/** Packages before files of the project. */
const placed = (module: string): string => (module.startsWith('.') ? `~${module}` : module)
const bare = (name: string): string => name.replace(/^type /, '')

const environmentOf = (design: Design, spec: FunctionSpec): Code => {
  const { uses, trigger } = spec
  const has = new Set(uses)
  return joined(
    [
      has.has('records') ? code`TABLE_NAME: table.tableName` : undefined,
      has.has('queue') ? code`QUEUE_URL: queue.queueUrl` : undefined,
      has.has('objects') ? code`BUCKET_NAME: bucket.bucketName` : undefined,
      design.secrets.length > 0 && readsSecrets(spec) ? code`SECRET_ID: secret.secretName` : undefined,
      has.has('connections') || trigger === 'connection' ? code`CONNECTIONS_URL: connectionsUrl` : undefined,
      design.settings.length > 0 ? code`...settings` : undefined,
    ],
    ', ',
  )
}

const NAMES: Readonly<Record<FunctionSpec['trigger'], Code>> = {
  http: code`Http`,
  queue: code`Queue`,
  file: code`File`,
  schedule: code`Schedule`,
  stream: code`Stream`,
  connection: code`Connection`,
}

const functionLines = (design: Design, spec: FunctionSpec): Code => {
  const { trigger, timeoutSeconds } = spec
  const silent =
    trigger === 'schedule'
      ? code`Duration.minutes(${Math.max(60, (design.everyMinutes ?? 60) * 2)})`
      : code`Duration.days(1)`
  return code`
    const ${trigger as Code}Function = new ServiceFunction(this, '${NAMES[trigger]}', {
      handler: '${trigger as Code}',
      timeout: Duration.seconds(${timeoutSeconds}),
      silentFor: ${silent},
      alarms,
      environment: { ${environmentOf(design, spec)} },
    })
`
}

/** Ports whose rights are statements of their own. */
const hasStatement = (design: Design, spec: FunctionSpec): boolean =>
  (design.secrets.length > 0 && readsSecrets(spec)) ||
  spec.uses.some((port) => port === 'objects' || port === 'model' || port === 'connections')

const functionFragment = (design: Design, spec: FunctionSpec): Fragment => ({
  imports: {
    'aws-cdk-lib': [
      'Duration',
      ...(spec.uses.includes('objects') || spec.uses.includes('connections') ? ['Validations'] : []),
    ],
    './service-function.ts': ['ServiceFunction'],
    ...(hasStatement(design, spec) ? { 'aws-cdk-lib/aws-iam': ['PolicyStatement'] } : {}),
  },
  lines: joined([functionLines(design, spec), grantsOf(design, spec)]),
})

const settingsFragment = (design: Design): Fragment[] =>
  design.settings.length > 0 ? [{ imports: { './settings.ts': ['settings'] }, lines: code`` }] : []

const settingsFile = ({ settings }: Design): SourceFile[] => {
  if (settings.length === 0) return []
  const lines = settings.map(({ name, means, value }) => code`  /** ${means}. */\n  ${name}: ${literal(value ?? '')},`)
  return [
    {
      path: 'infrastructure/settings.ts',
      content: code`
/** What differs between stages and is no secret. */
export const settings = {
${joined(lines)}
}
`,
    },
  ]
}

/** The stack of a design. */
export const stackSource = (design: Design): Code => {
  const fragments = [
    ...RESOURCES.flatMap(({ isUsed, fragment }) => (isUsed(design) ? [fragment] : [])),
    ...settingsFragment(design),
    ...design.functions.map((spec) => functionFragment(design, spec)),
    ...design.functions.map(({ trigger }) => TRIGGERS[trigger](design)),
    ...(design.site === undefined ? [] : [siteFragment(hasTrigger(design, 'http'))]),
  ]
  const base: Fragment = {
    imports: { 'aws-cdk-lib': ['Stack', 'type StackProps'], constructs: ['type Construct'] },
    lines: code``,
  }
  return code`
${importsOf([base, ...fragments])}

/** The whole service. Each function may do what it needs, on the resources that it needs. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props)
${joined(
  fragments.map(({ lines }) => lines),
  '\n\n',
)}
  }
}
`
}

/** Infrastructure for AWS, checked by cdk-nag whenever it is synthesized. */
export const awsInfrastructure = (design: Design, { worker }: Context): SourceFile[] => [
  { path: 'infrastructure/app.ts', content: appSource.replace('$worker', worker) as Code },
  { path: 'infrastructure/stack.ts', content: stackSource(design) },
  ...(design.functions.length > 0 ? [{ path: 'infrastructure/service-function.ts', content: serviceFunction }] : []),
  ...settingsFile(design),
  {
    path: 'cdk.json',
    content: code`
{
  "app": "node infrastructure/app.ts"
}
`,
  },
]

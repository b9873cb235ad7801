import { type Code, code, literal } from '../../code.ts'
import {
  batchSizeOf,
  type Context,
  type Design,
  type FunctionSpec,
  hasTrigger,
  type Rendered,
  readsSecrets,
} from '../../design.ts'
import type { Item } from '../../templates/directives.ts'
import { templates } from '../../templates/templates.ts'
import { designFlags, listOf } from '../flags.ts'
import { tableVerbsOf } from './rights.ts'
import { awsSchedule } from './schedule.ts'
import { alarmsOf, verbsOf } from './synthesized.ts'

export const MEMORY_MB = 512

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const silentFor = ({ everyMinutes = 60 }: Design, { trigger }: FunctionSpec): string =>
  trigger === 'schedule' ? `Duration.minutes(${Math.max(60, everyMinutes * 2)})` : 'Duration.days(1)'

const functionItem = (design: Design, spec: FunctionSpec): Item => {
  const { trigger, uses, timeoutSeconds, folders = { reads: [], writes: [] } } = spec
  return {
    flags: {
      usesRecords: uses.includes('records'),
      usesQueue: uses.includes('queue'),
      usesObjects: uses.includes('objects'),
      usesModel: uses.includes('model'),
      usesConnections: uses.includes('connections') || trigger === 'connection',
      usesSecrets: design.secrets.length > 0 && readsSecrets(spec),
    },
    values: {
      trigger,
      construct: capital(trigger),
      timeoutSeconds,
      silentFor: silentFor(design, spec),
      tableVerbs: tableVerbsOf(design, trigger)
        .map((verb) => literal(verb))
        .join(', '),
      readFolders: listOf(folders.reads),
      writeFolders: listOf(folders.writes),
    },
  }
}

const settingItem = ({ name, means, value }: Design['settings'][number]): Item => ({
  values: { name, means, value: literal(value ?? '') },
})

const authorization = ({ isOpen }: Design): Code =>
  isOpen
    ? code`The intention says that any client may call: see docs/threat-model.md`
    : code`src/verification/authenticate.ts verifies callers on each platform, and is tested`

const throttle = (design: Design): Code =>
  hasTrigger(design, 'http')
    ? code`{ ThrottlingBurstLimit: 100, ThrottlingRateLimit: 50 }`
    : code`{ ThrottlingBurstLimit: 200, ThrottlingRateLimit: 100 }`

const quoted = (name: string, texts: readonly string[]): readonly Item[] =>
  texts.map((text) => ({ values: { [name]: literal(text) } }))

/** The handlers of Lambda, and the infrastructure of AWS, which cdk-nag checks whenever it is synthesized. */
export const awsProject = (design: Design, context: Context): Rendered => {
  const flags = designFlags(design, context)
  const model = design.settings.find(({ name }) => name === 'MODEL_ID')
  return templates('shared/aws', {
    flags: {
      ...flags,
      bounded: design.functions.length > 0 && flags.functions === true,
    },
    values: {
      worker: context.worker,
      memoryMb: MEMORY_MB,
      batchSize: batchSizeOf(design),
      authorization: authorization(design),
      schedule: awsSchedule(design),
      staticSite: code`staticSite`,
      modelId: model?.value ?? code``,
      modelMeans: model?.means ?? code``,
      secretNames: listOf(design.secrets.map(({ name }) => name)),
      functionCount: design.functions.length,
      throttle: throttle(design),
    },
    lists: {
      function: design.functions.map((spec) => functionItem(design, spec)),
      otherSetting: design.settings.filter((setting) => setting !== model).map(settingItem),
      verb: quoted('verb', verbsOf(design)),
      alarm: quoted('alarm', alarmsOf(design)),
    },
  })
}

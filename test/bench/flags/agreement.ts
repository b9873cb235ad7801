import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { GrowthBookClient } from '@growthbook/growthbook'
import { basicLogger, init } from '@launchdarkly/node-server-sdk'
import { FileDataSourceFactory } from '@launchdarkly/node-server-sdk/integrations'
import { FlagdCore } from '@openfeature/flagd-core'
import { createFlags, type EvaluationContext } from '@signet/flags'
import {
  flagdContext,
  growthBookContext,
  type ImportResult,
  importFlagd,
  importGrowthBook,
  importLaunchDarkly,
  importUnleash,
  launchDarklyContext,
  unleashContext,
} from '@signet/flags/importers'
import { InMemStorageProvider, Unleash } from 'unleash-client'
import { exportsOfAll } from './drawn-exports.ts'

const {
  unleash: unleashExport,
  flagd: flagdExport,
  growthBook: growthBookExport,
  launchDarkly: launchDarklyExport,
} = exportsOfAll

/**
 * Compares every imported flag with its vendor's own engine, for 10,000 users with and without attributes: every user
 * must get the same value. A separate script, because the engines are installed with the benches.
 */
const USERS = 10_000

const PLANS = ['pro', 'team', 'free', undefined]
const COUNTRIES = ['DE', 'FR', 'it', undefined, 'PL']

/** Users of all kinds: ids in several forms, with and without attributes. */
const PEOPLE = Array.from({ length: USERS }, (_, i) => {
  const plan = PLANS[i % PLANS.length]
  const country = COUNTRIES[i % COUNTRIES.length]
  const idForms = [`user-${i}`, `${i}`, `person.${i}@example.com`, `${(i * 2654435761) % 4294967296}-x`]
  return {
    id: idForms[i % idForms.length] ?? '',
    ...(plan ? { plan } : {}),
    ...(country ? { country } : {}),
    ...(i % 3 === 0 ? {} : { age: i % 90 }),
    ...(i % 7 === 0 ? {} : { company: `company-${i % 500}` }),
    ...(i % 11 === 0 ? { email: `p${i}@${i % 2 ? 'x.test' : 'y.test'}` } : {}),
    ...(i % 13 === 0 ? { version: `${i % 3}.${i % 5}.${i % 7}` } : {}),
  }
})
type Person = (typeof PEOPLE)[number]

type Engine = (key: string, person: Person) => unknown

interface Vendor {
  readonly name: string
  readonly imported: ImportResult
  readonly vendorValueOf: Engine
  readonly ours: (flags: ReturnType<typeof createFlags>, key: string, person: Person) => unknown
  readonly expected: number
}

const unleash = async (): Promise<Vendor> => {
  const engine = new Unleash({
    appName: 'agreement',
    url: 'http://127.0.0.1:9/',
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: unleashExport.features as never, segments: unleashExport.segments as never },
  })
  engine.on('error', () => {})
  engine.on('warn', () => {})
  await new Promise((resolve) => engine.once('ready', resolve))
  const context = ({ id, ...properties }: Person) => ({ userId: id, properties: properties as Record<string, string> })
  return {
    name: 'Unleash',
    imported: importUnleash(unleashExport),
    expected: unleashExport.features.length,
    vendorValueOf: (key, person) => {
      const { name, feature_enabled } = engine.getVariant(key, context(person))
      return [feature_enabled, name]
    },
    ours: (flags, key, person) => {
      const { enabled, variant } = flags.evaluate(key, unleashContext(context(person)))
      return [enabled, variant === 'on' || variant === 'off' ? 'disabled' : variant]
    },
  }
}

/** Returns the payload of a variant or, for a flag without variants, its value. */
const payload = (flags: ReturnType<typeof createFlags>, key: string, context: EvaluationContext): unknown => {
  const evaluation = flags.evaluate(key, context)
  return 'payload' in evaluation ? evaluation.payload : evaluation.value
}

const flagd = (): Vendor => {
  const core = new FlagdCore()
  core.setConfigurations(JSON.stringify(flagdExport))
  const context = ({ id, ...attributes }: Person) => ({ targetingKey: id, ...attributes })
  const resolvers = {
    boolean: (key: string, person: Person) => core.resolveBooleanEvaluation(key, false, context(person)).value,
    string: (key: string, person: Person) => core.resolveStringEvaluation(key, '', context(person)).value,
    number: (key: string, person: Person) => core.resolveNumberEvaluation(key, 0, context(person)).value,
    object: (key: string, person: Person) => core.resolveObjectEvaluation(key, {}, context(person)).value,
  }
  const { flags } = flagdExport
  return {
    name: 'flagd',
    imported: importFlagd(flagdExport),
    expected: Object.keys(flags).length,
    vendorValueOf: (key, person) => {
      const [value] = Object.values(
        (flags as Readonly<Record<string, { readonly variants: object }>>)[key]?.variants ?? {},
      )
      return resolvers[typeof value as 'boolean'](key, person)
    },
    ours: (served, key, person) => payload(served, key, flagdContext(context(person))),
  }
}

const growthBook = (): Vendor => {
  const client = new GrowthBookClient().initSync({ payload: growthBookExport as never })
  return {
    name: 'GrowthBook',
    imported: importGrowthBook(growthBookExport),
    expected: Object.keys(growthBookExport.features).length,
    vendorValueOf: (key, person) => client.evalFeature(key, { attributes: person }).value,
    ours: (flags, key, person) => payload(flags, key, growthBookContext(person)),
  }
}

const launchDarkly = async (folder: string): Promise<Vendor> => {
  const path = join(folder, 'flags.json')
  await writeFile(path, JSON.stringify(launchDarklyExport))
  const client = init('sdk-key', {
    updateProcessor: new FileDataSourceFactory({ paths: [path] }).getFactory() as never,
    sendEvents: false,
    logger: basicLogger({ level: 'none' }),
  })
  await client.waitForInitialization({ timeout: 10 })
  const user = ({ id, ...attributes }: Person) => ({ kind: 'user' as const, key: id, ...attributes })
  return {
    name: 'LaunchDarkly',
    imported: importLaunchDarkly(launchDarklyExport),
    expected: Object.keys(launchDarklyExport.flags).length,
    vendorValueOf: (key, person) => client.variation(key, user(person), 'nothing'),
    ours: (flags, key, person) => payload(flags, key, launchDarklyContext(user(person))),
  }
}

/** Returns the number of differences, and prints the first few. */
const compare = async ({ name, imported, vendorValueOf, ours, expected }: Vendor): Promise<number> => {
  const { flags, segments, problems } = imported
  const instance = createFlags()
  instance.useSnapshot({ version: 1, flags, segments })
  let differences = problems.length + Math.abs(expected - flags.length)
  for (const { flag, message } of problems) console.log(`${name}: ${flag}: ${message}`)
  for (const { key } of flags) {
    const values = new Set<string>()
    for (const person of PEOPLE) {
      const vendorValue = await vendorValueOf(key, person)
      const importedValue = ours(instance, key, person)
      values.add(JSON.stringify(importedValue))
      if (isDeepStrictEqual(vendorValue, importedValue)) continue
      differences += 1
      if (differences < 10)
        console.log(
          `${name} ${key} ${JSON.stringify(person)}: ${JSON.stringify(vendorValue)}, ours ${JSON.stringify(importedValue)}`,
        )
    }
    if (values.size < 2 && !key.startsWith('constant')) {
      differences += 1
      console.log(`${name} ${key}: all users get ${[...values]}, so the comparison proves nothing`)
    }
  }
  console.log(`${name}: ${flags.length} flags, ${USERS} users each, ${differences} differences`)
  return differences
}

const folder = await mkdtemp(join(tmpdir(), 'flag-agreement-'))
let differences = 0
for (const vendor of [await unleash(), flagd(), growthBook(), await launchDarkly(folder)])
  differences += await compare(vendor)
await rm(folder, { recursive: true })
process.exit(differences === 0 ? 0 : 1)

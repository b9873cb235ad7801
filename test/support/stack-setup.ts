import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readAssembly } from '../../lib/local/assembly.ts'
import type { SeenCall } from '../../lib/local/aws/call-log.ts'
import { awsCall } from '../../lib/local/aws-call.ts'
import { resolver } from '../../lib/local/resolver.ts'
import { seedIdentities } from '../../lib/local/seed.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { synthesize } from '../../lib/local/synth.ts'
import { apiShards } from './api-shards.ts'
import { grantedRights } from './rights/granted-rights.ts'
import { type NeededRight, neededRights } from './rights/needed-rights.ts'
import { type ShardRights, shardFiles } from './shard-results.ts'
import './sketched-images.ts'

declare module 'vitest' {
  interface ProvidedContext {
    stack: {
      readonly kind: 'local' | 'emulator'
      /** Base addresses by the service's key. */
      readonly urls: Readonly<Record<string, string>>
      readonly control: string
      /** The state folder, with the lines of functions; absent on an emulator. */
      readonly state?: string
      readonly aws: string
      readonly table: string
      readonly bucket: string
      readonly pepperSecret: string
      /** The stand-in for Stripe, and the secret that contains its keys; absent on an emulator. */
      readonly stripe?: { readonly url: string; readonly secret: string }
      /** The function that operators order keys of receipts by, with its variables; absent on an emulator. */
      readonly receiptKeys?: {
        readonly name: string
        readonly environment: Readonly<Record<string, string>>
        /** The bucket of the log. */
        readonly bucket: string
      }
      /** By which requests pass the front, as those of siblings do; absent on an emulator. */
      readonly originKey?: string
      readonly keys: Readonly<Record<string, string>>
      readonly platformKeys: Readonly<Record<string, string>>
    }
    /** File to which every test file adds the answers that it saw. */
    answersFile: string
    /** Domains whose tests run on this stack. */
    domains: readonly string[]
  }
}

const first = <T>([value]: readonly T[]): T => {
  if (value === undefined) throw new Error('The stack lacks a resource that the tests need')
  return value
}

/** How resources are called in the local account. */
const arnForms = ({ app }: RunningStack) => {
  const arn = (service: string, rest: string) =>
    String(app.functions[0]?.arn).replace(/:lambda:(.*):function:.*$/, `:${service}:$1:${rest}`)
  return {
    table: (name: string) => arn('dynamodb', `table/${name}`),
    queue: (name: string) => arn('sqs', name),
    alarm: (name: string) => arn('cloudwatch', `alarm:${name}`),
    bus: (name: string) => arn('events', `event-bus/${name}`),
    fn: (name: string) => arn('lambda', `function:${name}`),
    secret: (name: string) => arn('secretsmanager', `secret:${name}`),
    userPool: (id: string) => arn('cognito-idp', `userpool/${id}`),
    key: (id: string) => arn('kms', `key/${id}`),
    identity: (name: string) => arn('ses', `identity/${name}`),
  }
}

const receiptKeysOf = ({ app }: RunningStack) => {
  const { name, environment } = first(app.functions.filter(({ bundle }) => bundle === 'receipts-keys'))
  const { environment: ofPublic } = first(app.functions.filter(({ bundle }) => bundle === 'receipts-public'))
  return { name, environment, bucket: String(ofPublic.BUCKET_NAME) }
}

/** As the functions name it that read it. */
const stripeSecretOf = ({ app }: RunningStack): string =>
  String(app.functions.find(({ environment }) => environment.STRIPE_SECRET)?.environment.STRIPE_SECRET)

const originKeyOf = async ({ app, aws }: RunningStack): Promise<string> => {
  const { name } = first(app.secrets.filter((secret) => secret.name.endsWith('origin-key')))
  const target = 'secretsmanager.GetSecretValue'
  return (await awsCall<{ SecretString: string }>(aws.endpoint, target, { SecretId: name })).SecretString
}

const granted = async ({ aws }: RunningStack): Promise<ShardRights['granted']> => {
  const root = join(import.meta.dirname, '../..')
  const { dir } = await synthesize({ root, cache: join(root, '.local', 'synth') })
  const stacks = await readAssembly(dir)
  return grantedRights(stacks, resolver({ stacks, endpoint: aws.endpoint }))
}

/** One real stack for the API tests of a shard, on free ports with a state folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shard = first(apiShards().filter(({ name }) => project.name === `api:${name}`))
  const folder = mkdtempSync(join(tmpdir(), `signet-api-${shard.name}-`))
  const log = join(folder, 'stack.log')
  const needed = new Map<string, NeededRight>()
  // Until the stack has started, only it and the seed call.
  let see = (_call: SeenCall) => {}
  let isStopped = false
  const stack = await startStack({
    port: 0,
    state: join(folder, 'state'),
    trustProxy: true,
    watch: false,
    files: { console: join(import.meta.dirname, '../fixtures/console') },
    seed: seedIdentities({ rich: true }),
    see: (call) => see(call),
    log: (entry) => {
      // What a stopped stack still says comes after its folder is gone.
      if (!isStopped) appendFileSync(log, `${JSON.stringify(entry)}\n`)
    },
  })
  const forms = arnForms(stack)
  see = (call) => {
    for (const right of neededRights([call], forms)) needed.set(JSON.stringify(right), right)
  }
  const answersFile = join(folder, 'answers.jsonl')
  writeFileSync(answersFile, '')
  project.provide('answersFile', answersFile)
  project.provide('domains', shard.domains)
  project.provide('stack', {
    kind: 'local',
    urls: stack.urls as Record<string, string>,
    control: stack.control,
    state: join(folder, 'state'),
    aws: stack.aws.endpoint,
    table: first(stack.app.tables).name,
    bucket: first(stack.app.buckets).name,
    pepperSecret: first(stack.app.secrets).arn,
    originKey: await originKeyOf(stack),
    receiptKeys: receiptKeysOf(stack),
    ...(stack.stripe === undefined ? {} : { stripe: { url: stack.stripe, secret: stripeSecretOf(stack) } }),
    keys: Object.fromEntries(Object.entries(stack.identities).map(([name, { genKey }]) => [name, genKey])),
    platformKeys: Object.fromEntries(
      Object.entries(stack.identities).map(([name, { platKey }]) => [name, String(platKey)]),
    ),
  })
  return async () => {
    const events = stack.aws.events().map(({ event }) => event)
    await stack.stop()
    isStopped = true
    const results = process.env.SHARD_RESULTS
    if (results !== undefined) {
      const files = shardFiles(results, shard.name)
      copyFileSync(answersFile, files.answers)
      const rights: ShardRights = { granted: await granted(stack), needed: [...needed.values()] }
      writeFileSync(files.rights, JSON.stringify(rights))
      writeFileSync(files.events, JSON.stringify(events))
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

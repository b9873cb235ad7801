import { appendFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readAssembly } from '../../lib/local/assembly.ts'
import type { SeenCall } from '../../lib/local/aws/call-log.ts'
import { resolver } from '../../lib/local/resolver.ts'
import { seedIdentities } from '../../lib/local/seed.ts'
import { type RunningStack, startStack } from '../../lib/local/stack.ts'
import { synthesize } from '../../lib/local/synth.ts'
import { openApiDocuments } from '../../lib/openapi.ts'
import { declaredAnswers, missingAnswers } from './answers.ts'
import { rightsProblems } from './rights/compare-rights.ts'
import { grantedRights } from './rights/granted-rights.ts'
import { neededRights } from './rights/needed-rights.ts'

declare module 'vitest' {
  interface ProvidedContext {
    stack: {
      readonly kind: 'local' | 'emulator'
      /** Base addresses by the service's key. */
      readonly urls: Readonly<Record<string, string>>
      readonly control: string
      readonly aws: string
      readonly table: string
      readonly bucket: string
      readonly pepperSecret: string
      readonly keys: Readonly<Record<string, string>>
      readonly platformKeys: Readonly<Record<string, string>>
    }
    /** File to which every test file adds the answers that it saw. */
    answersFile: string
  }
}

const first = <T>([value]: readonly T[]): T => {
  if (value === undefined) throw new Error('The stack lacks a resource that the tests need')
  return value
}

/** Holds what the functions called against what their roles in the templates grant. */
async function assertRights({ aws, app }: RunningStack, calls: readonly SeenCall[]): Promise<void> {
  const root = join(import.meta.dirname, '../..')
  const { dir } = await synthesize({ root, cache: join(root, '.local', 'synth') })
  const stacks = await readAssembly(dir)
  const arn = (service: string, rest: string) =>
    String(app.functions[0]?.arn).replace(/:lambda:(.*):function:.*$/, `:${service}:$1:${rest}`)
  const arns = {
    table: (name: string) => arn('dynamodb', `table/${name}`),
    queue: (name: string) => arn('sqs', name),
    alarm: (name: string) => arn('cloudwatch', `alarm:${name}`),
    bus: (name: string) => arn('events', `event-bus/${name}`),
  }
  const granted = grantedRights(stacks, resolver({ stacks, endpoint: aws.endpoint }))
  const problems = rightsProblems(granted, neededRights(calls, arns))
  if (problems.length > 0) throw new Error(`Roles and calls differ:\n  ${problems.join('\n  ')}`)
}

/** One real stack for all API tests, on free ports with a state folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'signet-api-'))
  const log = join(folder, 'stack.log')
  const calls: SeenCall[] = []
  const stack = await startStack({
    port: 0,
    state: join(folder, 'state'),
    trustProxy: true,
    watch: false,
    seed: seedIdentities,
    see: (call) => calls.push(call),
    log: (entry) => appendFileSync(log, `${JSON.stringify(entry)}\n`),
  })
  const answersFile = join(folder, 'answers.jsonl')
  writeFileSync(answersFile, '')
  project.provide('answersFile', answersFile)
  project.provide('stack', {
    kind: 'local',
    urls: stack.urls as Record<string, string>,
    control: stack.control,
    aws: stack.aws.endpoint,
    table: first(stack.app.tables).name,
    bucket: first(stack.app.buckets).name,
    pepperSecret: first(stack.app.secrets).arn,
    keys: Object.fromEntries(Object.entries(stack.identities).map(([name, { genKey }]) => [name, genKey])),
    platformKeys: Object.fromEntries(
      Object.entries(stack.identities).map(([name, { platKey }]) => [name, String(platKey)]),
    ),
  })
  return async () => {
    await stack.stop()
    const seen = readFileSync(answersFile, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const ran = new Set(seen.map(({ file }) => file))
    const all = globSync('test/api/**/*.test.ts')
    rmSync(folder, { recursive: true, force: true })
    // A run of chosen files says nothing about the whole.
    if (!all.every((file) => [...ran].some((name) => String(name).endsWith(file)))) return
    const missing = missingAnswers(declaredAnswers(openApiDocuments('test')), seen)
    await assertRights(stack, calls)
    if (missing.length > 0) throw new Error(`No API test saw these declared answers:\n  ${missing.join('\n  ')}`)
  }
}

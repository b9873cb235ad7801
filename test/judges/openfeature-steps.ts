import assert from 'node:assert/strict'
import {
  type EvaluationContext,
  type EvaluationDetails,
  type Hook,
  type JsonValue,
  OpenFeature,
  type Provider,
  ProviderFatalError,
} from '@openfeature/server-sdk'
import { createFlags, type FlagInput, flagFrom } from '@signet/flags'
import { flagsProvider } from '@signet/flags/openfeature'
import { fixedSource } from '@signet/flags/propagation'
import type { Scenario, Step } from './gherkin.ts'

/** A flag in the format of OpenFeature's test suite. */
export interface SuiteFlag {
  readonly disabled?: boolean
  readonly variants: Readonly<Record<string, JsonValue>>
  readonly defaultVariant?: string | null
  readonly contextEvaluator?: string
  readonly flagMetadata?: Readonly<Record<string, string | number | boolean>> | null
}

/** Translates the expressions of the suite: comparisons joined by &&, then the variant. */
const ruleOf = (expression: string): NonNullable<FlagInput['rules']>[number] => {
  const [, condition = '', result = ''] = /^(.*) \? '(.*)' : ''$/.exec(expression) ?? []
  const comparisons = condition.split(' && ').map((part) => {
    const [, attribute = '', sign, text] = /^!?(\w+)(?: (==|>) '?([^']*)'?)?$/.exec(part) ?? []
    if (sign === '==') return { attribute, operator: 'equals', value: text ?? '' } as const
    if (sign === '>') return { attribute, operator: 'gt', value: Number(text) } as const
    return { not: { attribute, operator: 'equals', value: true } } as const
  })
  return { all: comparisons, result }
}

export const flagOf = (key: string, flag: SuiteFlag): FlagInput => {
  const { disabled, variants, defaultVariant, contextEvaluator, flagMetadata } = flag
  return {
    key,
    type: 'variant',
    enabled: disabled !== true,
    default: `${defaultVariant}`,
    variants: Object.entries(variants).map(([name, payload]) => ({
      key: name,
      weight: name === defaultVariant ? 1 : 0,
      payload,
    })),
    ...(contextEvaluator ? { percentage: 0, rules: [ruleOf(contextEvaluator)] } : {}),
    ...(flagMetadata ? { metadata: flagMetadata } : {}),
  }
}

const pendingForever = () => new Promise<never>(() => {})

/** Returns a provider in the given state. */
const providerInState = (state: string, suite: readonly FlagInput[], clock: { now: number }): Provider => {
  const snapshot = { version: 1, flags: suite.map(flagFrom), segments: [] }
  const options = { describesVersion: false }
  if (state === 'error') {
    return flagsProvider(
      createFlags({ source: { readNewer: () => Promise.reject(new Error('unreachable')) } }),
      options,
    )
  }
  if (state === 'not ready') {
    return flagsProvider(
      createFlags({ source: { readNewer: pendingForever }, refreshing: { sleep: pendingForever } }),
      options,
    )
  }
  const flags = createFlags({ source: fixedSource(snapshot), now: () => clock.now })
  const provider = flagsProvider(flags, options)
  if (state !== 'fatal') return provider
  return { ...provider, initialize: () => Promise.reject(new ProviderFatalError('the provider cannot start')) }
}

const typedValue = (type: string, text: string): JsonValue => {
  if (type === 'Boolean') return text === 'true'
  if (type === 'Integer' || type === 'Float') return Number(text)
  return type === 'Object' ? (JSON.parse(text) as JsonValue) : text
}

interface World {
  state: string
  type: string
  key: string
  fallback: JsonValue
  readonly context: Record<string, EvaluationContext[string]>
  readonly hooks: Hook[]
  readonly hookCalls: string[]
  details?: EvaluationDetails<JsonValue>
}

const START = Date.parse('2026-01-01T00:00:00Z')
let domains = 0

const openClient = async (state: string, suite: readonly FlagInput[]) => {
  domains += 1
  const domain = `suite-${domains}`
  const clock = { now: START }
  const provider = providerInState(state, suite, clock)
  if (state === 'not ready') OpenFeature.setProvider(domain, provider)
  else await OpenFeature.setProviderAndWait(domain, provider).catch(() => {})
  const client = OpenFeature.getClient(domain)
  if (state === 'stale') {
    clock.now += 3_600_000
    await client.getBooleanValue('boolean-flag', false)
  }
  return client
}

const evaluate = async (world: World, suite: readonly FlagInput[]): Promise<void> => {
  const client = await openClient(world.state, suite)
  const { type, key, fallback, context, hooks } = world
  const options = { hooks }
  if (type === 'Boolean') world.details = await client.getBooleanDetails(key, fallback as boolean, context, options)
  else if (type === 'String') world.details = await client.getStringDetails(key, fallback as string, context, options)
  else if (type === 'Object') world.details = await client.getObjectDetails(key, fallback, context, options)
  else world.details = await client.getNumberDetails(key, fallback as number, context, options)
}

const recordingHook = (name: string, hookCalls: string[]): Hook => ({
  before: () => void hookCalls.push(`before ${name}`),
  after: () => void hookCalls.push(`after ${name}`),
  finally: () => void hookCalls.push(`finally ${name}`),
})

type StepRunner = (world: World, step: Step, suite: readonly FlagInput[], ...found: string[]) => void | Promise<void>

const STEPS: readonly (readonly [pattern: RegExp, run: StepRunner])[] = [
  [
    /^an? (stable|not ready|fatal|error|stale) provider$/,
    (world, _, _suite, state = '') => void Object.assign(world, { state }),
  ],
  [
    /^a (\w+)-flag with key "(.*)" and a fallback value "(.*)"$/s,
    (world, _, _suite, type = '', key = '', fallback = '') => {
      world.type = type
      world.key = key
      world.fallback = typedValue(type, fallback)
    },
  ],
  [
    /^a context containing a key "(.*)", with type "(\w+)" and with value "(.*)"$/,
    (world, _, _suite, name = '', type = '', text = '') =>
      void Object.assign(world.context, { [name]: typedValue(type, text) }),
  ],
  [
    /^a context containing a key "(.*)" with null value$/,
    (world, _, _suite, name = '') => void Object.assign(world.context, { [name]: null }),
  ],
  [/^an evaluation context with modifiable data$/, (world) => void Object.assign(world.context, { list: ['a'] })],
  [
    /^evaluation options containing specific hooks$/,
    (world) => void world.hooks.push(recordingHook('one', world.hookCalls), recordingHook('two', world.hookCalls)),
  ],
  [/^the flag was evaluated with details/, (world, _, suite) => evaluate(world, suite)],
  [
    /^the resolved details value should be "(.*)"$/s,
    (world, _, _suite, text = '') => assert.deepEqual(world.details?.value, typedValue(world.type, text)),
  ],
  [/^the reason should be "(.*)"$/, (world, _, _suite, reason) => assert.equal(world.details?.reason, reason)],
  [/^the error-code should be "(.*)"$/, (world, _, _suite, code) => assert.equal(world.details?.errorCode, code)],
  [/^the flag key should be "(.*)"$/, (world, _, _suite, key) => assert.equal(world.details?.flagKey, key)],
  [/^the variant should be "(.*)"$/, (world, _, _suite, variant) => assert.equal(world.details?.variant, variant)],
  [
    /^the resolved metadata should contain$/,
    ({ details }, { table }) => {
      const expected = table.slice(1).map(([name = '', type = '', text = '']) => [name, typedValue(type, text)])
      assert.deepEqual({ ...details?.flagMetadata }, Object.fromEntries(expected))
    },
  ],
  [/^the resolved metadata is empty$/, ({ details }) => assert.deepEqual({ ...details?.flagMetadata }, {})],
  [
    /^the provider status should be "(.*)"$/,
    async ({ state }, _, suite, status) => assert.equal((await openClient(state, suite)).providerStatus, status),
  ],
  [/^the specified hooks should execute during evaluation$/, ({ hookCalls }) => assert.equal(hookCalls.length, 6)],
  [
    /^the hook order should be maintained$/,
    ({ hookCalls }) =>
      assert.deepEqual(hookCalls, ['before one', 'before two', 'after two', 'after one', 'finally two', 'finally one']),
  ],
  [
    /^the original evaluation context should remain unmodified$/,
    ({ context }) => assert.deepEqual(context, { list: ['a'] }),
  ],
  [/^the evaluation details should be immutable$/, ({ details }) => assert.ok(Object.isFrozen(details?.flagMetadata))],
  [/^the evaluation should complete without blocking$/, ({ details }) => assert.ok(details)],
]

/** Runs a scenario. @throws Error if a step fails or is unknown. */
export const runScenario = async ({ steps }: Scenario, suite: readonly FlagInput[]): Promise<void> => {
  const world: World = { state: 'stable', type: '', key: '', fallback: false, context: {}, hooks: [], hookCalls: [] }
  for (const step of steps) {
    const matchedStep = STEPS.flatMap(([pattern, run]) => {
      const match = pattern.exec(step.text)
      return match ? [{ run, match }] : []
    })[0]
    if (!matchedStep) throw new Error(`unknown step "${step.text}"`)
    await matchedStep.run(world, step, suite, ...matchedStep.match.slice(1))
  }
}

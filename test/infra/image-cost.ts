import { idOf, type Properties, type Resource, type Synth } from './synth.ts'

/** USD in us-east-1 on arm64. */
const GB_SECOND = 0.0000133334
const TRANSITION = 25e-6
const INVOCATION = 0.2e-6
const REQUEST = 3.5e-6
/** S3 requests that write and read. */
export const REQUEST_PRICES = { put: 5e-6, get: 0.4e-6 } as const

/** Seconds per function of a job whose provider takes 10 s; computation as measured on a laptop. */
const SECONDS = { paint: 10, encode: 0.9, request: 0.05 }
/** One request that creates the image, and two polls. */
const REQUESTS = 3
/** USD per thousand images that templates do not determine (docs/aws.md). */
const OTHER_COSTS = { writes: 0.02, objects: 0.02, 'logs and traces': 0.03 }

const functionOf = (synth: Synth, bundle: string): Resource => {
  const fn = synth.of('AWS::Lambda::Function').find(({ Metadata }) => Metadata?.['signet:bundle'] === bundle)
  if (!fn) throw new Error(`There is no function ${bundle}`)
  return fn
}

/** Returns the price of a thousand runs in USD. */
export const costOfRuns = (synth: Synth, bundle: string, seconds: number): number =>
  1000 * ((functionOf(synth, bundle).Properties.MemorySize / 1024) * seconds * GB_SECOND + INVOCATION)

/** Lists the states of a successful job, of the machine with the step `images-paint`. */
const statesOfJob = (synth: Synth): readonly string[] => {
  const machine = synth
    .of('AWS::StepFunctions::StateMachine')
    .find(({ stack, id }) => stack === 'signet-prod-images' && id.startsWith('JobMachine'))
  const definition: Properties = machine?.Properties.DefinitionString ?? {}
  const text = (definition['Fn::Join'][1] as unknown[])
    .map((part) => (typeof part === 'string' ? part : idOf(part)))
    .join('')
  const { StartAt, States } = JSON.parse(text) as { StartAt: string; States: Record<string, Properties> }
  const enteredStates: string[] = []
  for (let name: string | undefined = StartAt; name !== undefined; ) {
    enteredStates.push(name)
    const state: Properties = States[name] ?? {}
    name = state.Choices?.[0].Next ?? state.Next
  }
  return enteredStates
}

/**
 * Returns the cost of a thousand images of a provider that takes 10 s, without the provider, by the production
 * templates.
 */
export const costOfThousandImages = (synth: Synth): { readonly parts: string; readonly sum: number } => {
  const states = statesOfJob(synth).length
  const memory = functionOf(synth, 'images-paint').Properties.MemorySize as number
  const parts = {
    'request and two polls': REQUESTS * (1000 * REQUEST + costOfRuns(synth, 'images-api', SECONDS.request)),
    [`${states} transitions of the state machine`]: 1000 * states * TRANSITION,
    [`painting that waits 10 s with ${memory} MB`]: costOfRuns(synth, 'images-paint', SECONDS.paint),
    encoding: costOfRuns(synth, 'images-encode', SECONDS.encode),
    ...OTHER_COSTS,
  }
  return {
    parts: Object.entries(parts)
      .map(([what, dollars]) => `${what} ${dollars.toFixed(2)}`)
      .join(', '),
    sum: Object.values(parts).reduce((sum, each) => sum + each, 0),
  }
}

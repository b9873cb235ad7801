import { describe, expect, it } from 'vitest'
import { CONFIGURED_ENV, NEW_ACCOUNT, OTHERWISE_CONFIGURED, type Properties, type Synth, synthesize } from './synth.ts'

/** Calls `visit` with every value below an object and its key. */
const walk = (node: unknown, visit: (key: string, value: unknown) => void): void => {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    visit(key, value)
    walk(value, visit)
  }
}

/** Lists the outputs that stacks read from other stacks, as `<stack>/<output>`. */
const readOutputs = ({ templates }: Synth): string[] => {
  const outputs = new Set<string>()
  walk(templates, (key, value) => {
    if (key !== 'Fn::GetStackOutput') return
    const { StackName, OutputName } = value as Properties
    outputs.add(`${StackName}/${OutputName}`)
  })
  return [...outputs].sort()
}

const outputsOf = ({ templates }: Synth): string[] =>
  Object.entries(templates).flatMap(([stack, { Outputs = {} }]) =>
    Object.keys(Outputs).map((name) => `${stack}/${name}`),
  )

const exportsAndImports = ({ templates }: Synth): string[] => {
  const keys: string[] = []
  walk(templates, (key) => {
    if (key === 'Fn::ImportValue' || key === 'Export') keys.push(key)
  })
  return keys
}

describe('outputs that one stack reads of another', () => {
  it.each([
    ['without a known account', {}],
    ['with a known account', NEW_ACCOUNT],
  ])('block no deployment in an app %s: no output is exported, no value imported', (_, variables) => {
    expect(exportsAndImports(synthesize('prod', variables))).toEqual([])
  })

  it('exist in the other stack', () => {
    const synth = synthesize('prod')
    const outputs = outputsOf(synth)
    expect(readOutputs(synth).length).toBeGreaterThan(10)
    expect(readOutputs(synth).filter((name) => !outputs.includes(name))).toEqual([])
  })

  it.each([
    ['an issuer of sessions', OTHERWISE_CONFIGURED],
    ['an address for alarms and every other setting', CONFIGURED_ENV],
  ])('still exist when %s is added to the deployment, and when it is removed', (_, variables) => {
    const unconfiguredSynth = synthesize('prod')
    const configuredSynth = synthesize('prod', variables)
    for (const [before, after] of [
      [unconfiguredSynth, configuredSynth],
      [configuredSynth, unconfiguredSynth],
    ] as const) {
      const outputs = outputsOf(after)
      // A stack removed from the app stays deployed, with its outputs, until it is destroyed.
      const remainingReads = readOutputs(before).filter((name) => !name.startsWith('signet-prod-ai/'))
      expect(remainingReads.filter((name) => !outputs.includes(name))).toEqual([])
    }
  })

  it('contain no configured value: a configured issuer of sessions is written into the variables of functions', () => {
    const issuersOf = (variables: Readonly<Record<string, string>>) =>
      synthesize('prod', variables)
        .of('AWS::Lambda::Function')
        .flatMap(({ Properties }) => {
          const { SESSION_ISSUER, SESSION_CLIENT_ID } = Properties.Environment.Variables
          return SESSION_ISSUER ? [[SESSION_ISSUER, SESSION_CLIENT_ID]] : []
        })
    const configured = issuersOf(OTHERWISE_CONFIGURED)
    expect(configured.length).toBeGreaterThan(3)
    expect(configured).toEqual(configured.map(() => ['https://id.example', 'signet']))
    const outputReference = { 'Fn::GetStackOutput': expect.objectContaining({ OutputName: 'SessionIssuer' }) }
    expect(issuersOf({})).toEqual(configured.map(() => [outputReference, expect.anything()]))
  })

  it('exclude the native layer; each stack that needs it has its own', () => {
    const synth = synthesize('prod')
    const layered = synth.of('AWS::Lambda::Function').filter(({ Properties }) => Properties.Layers)
    expect(layered.length).toBeGreaterThan(3)
    for (const { id, stack, Properties } of layered) {
      const [{ Ref }] = Properties.Layers as [{ Ref?: string }]
      const layer = synth.of('AWS::Lambda::LayerVersion').find((each) => each.stack === stack && each.id === Ref)
      expect(layer, id).toBeDefined()
    }
  })
})

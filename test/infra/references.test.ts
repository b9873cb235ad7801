import { describe, expect, it } from 'vitest'
import { CONFIGURED, NEW_ACCOUNT, OTHERWISE_CONFIGURED, type Properties, type Synth, synthesize } from './synth.ts'

/** Every value below an object, with its key. */
const walk = (node: unknown, see: (key: string, value: unknown) => void): void => {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    see(key, value)
    walk(value, see)
  }
}

/** `<stack>/<output>` of everything that a stack reads from another. */
const readBy = ({ templates }: Synth): string[] => {
  const found = new Set<string>()
  walk(templates, (key, value) => {
    if (key !== 'Fn::GetStackOutput') return
    const { StackName, OutputName } = value as Properties
    found.add(`${StackName}/${OutputName}`)
  })
  return [...found].sort()
}

const outputsOf = ({ templates }: Synth): string[] =>
  Object.entries(templates).flatMap(([stack, { Outputs = {} }]) =>
    Object.keys(Outputs).map((name) => `${stack}/${name}`),
  )

const locks = ({ templates }: Synth): string[] => {
  const found: string[] = []
  walk(templates, (key) => {
    if (key === 'Fn::ImportValue' || key === 'Export') found.push(key)
  })
  return found
}

describe('outputs that one stack reads of another', () => {
  it.each([
    ['without a known account', {}],
    ['with a known account', NEW_ACCOUNT],
  ])('block no deployment in an app %s: no output is exported, no value imported', (_, variables) => {
    expect(locks(synthesize('prod', variables))).toEqual([])
  })

  it('exist in the other stack', () => {
    const synth = synthesize('prod')
    const outputs = outputsOf(synth)
    expect(readBy(synth).length).toBeGreaterThan(10)
    expect(readBy(synth).filter((name) => !outputs.includes(name))).toEqual([])
  })

  it.each([
    ['an issuer of sessions', OTHERWISE_CONFIGURED],
    ['an address for alarms and every other setting', CONFIGURED],
  ])('still exist when %s is added to the deployment, and when it is removed', (_, variables) => {
    const without = synthesize('prod')
    const given = synthesize('prod', variables)
    for (const [before, after] of [
      [without, given],
      [given, without],
    ] as const) {
      const outputs = outputsOf(after)
      // A stack removed from the app stays deployed, with its outputs, until it is destroyed.
      const kept = readBy(before).filter((name) => !name.startsWith('signet-prod-ai/'))
      expect(kept.filter((name) => !outputs.includes(name))).toEqual([])
    }
  })

  it('contain no value that the configuration can change: the issuer of sessions is a variable of the functions that check them', () => {
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
    const read = { 'Fn::GetStackOutput': expect.objectContaining({ OutputName: 'SessionIssuer' }) }
    expect(issuersOf({})).toEqual(configured.map(() => [read, expect.anything()]))
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

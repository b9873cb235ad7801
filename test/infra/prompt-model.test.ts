import { describe, expect, it } from 'vitest'
import { CONFIGURED_ENV, KNOWN_ACCOUNT, OTHERWISE_CONFIGURED, type Properties, synthesize } from './synth.ts'

/** Resources on which bedrock:InvokeModel is granted, and the function's variable. */
const modelRights = (variables: Readonly<Record<string, string>>) => {
  const { of, resources } = synthesize('prod', variables)
  const statements = of('AWS::IAM::Policy')
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Properties[])
    .filter(({ Action }) => [Action].flat().some((action: string) => action.startsWith('bedrock:')))
  const names = resources
    .map(({ Properties }) => Properties.Environment?.Variables?.PROMPT_MODEL)
    .filter((name) => name !== undefined)
  return { statements, names }
}

const joined = (resource: unknown): string => JSON.stringify(resource).replace(/[^a-z0-9:*./-]+/gi, ' ')

describe('the language model that completes prompts', () => {
  it('does not exist unless it is configured, and then no function may call one', () => {
    const { statements, names } = modelRights({})
    expect([statements, new Set(names)]).toEqual([[], new Set(['none'])])
  })

  it('functions that complete prompts, revise texts, edit documents or run consultations may call that model alone; archive and notebook functions may stream it', () => {
    const { statements, names } = modelRights(CONFIGURED_ENV)
    expect(new Set(names)).toEqual(new Set(['maker.small-v1:0']))
    const streaming = 'bedrock:InvokeModelWithResponseStream'
    expect(statements.map(({ Action }) => Action).sort()).toEqual([
      // Prompts of images, consultations alone and in pipelines, documents of scaffolds, and texts that are revised at
      // once or later.
      ...Array(6).fill('bedrock:InvokeModel'),
      // The chats of the archive and of notebooks, and artifacts.
      streaming,
      streaming,
      streaming,
    ])
    for (const { Resource } of statements) {
      expect([Resource].flat().map(joined)).toEqual([
        expect.stringContaining(':bedrock:*::foundation-model/maker.small-v1:0'),
      ])
    }
  })

  it.each([
    ['without a known account', {}],
    ['with a known account', KNOWN_ACCOUNT],
  ])('may be an inference profile, with the model behind it in any region, in an app %s', (_, known) => {
    const { statements } = modelRights({ ...OTHERWISE_CONFIGURED, ...known })
    const resources = [statements[0]?.Resource].flat().map(joined)
    expect(resources).toHaveLength(2)
    for (const name of [':inference-profile/eu.maker.small-v1:0', ':bedrock:*::foundation-model/maker.small-v1:0']) {
      expect(resources).toContainEqual(expect.stringContaining(name))
    }
  })
})

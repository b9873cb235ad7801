import { describe, expect, it } from 'vitest'
import { openApp, type Properties } from './synth.ts'

/** Resources on which bedrock:InvokeModel is granted, and the function's variable, with this model configured. */
const modelRights = (variables: Record<string, string>, isChecked = false) => {
  const { app, stacks, close } = openApp('prod', variables, { isChecked })
  try {
    const assembly = app.synth()
    const all = stacks.all.flatMap(({ artifactId }) => {
      const { Resources } = assembly.getStackArtifact(artifactId).template as {
        Resources: Record<string, { Type: string; Properties: Properties }>
      }
      return Object.values(Resources)
    })
    const statements = all
      .filter(({ Type }) => Type === 'AWS::IAM::Policy')
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Properties[])
      .filter(({ Action }) => [Action].flat().some((action: string) => action.startsWith('bedrock:')))
    const names = all
      .map(({ Properties }) => Properties?.Environment?.Variables?.PROMPT_MODEL)
      .filter((name) => name !== undefined)
    return { statements, names }
  } finally {
    close()
  }
}

const joined = (resource: unknown): string => JSON.stringify(resource).replace(/[^a-z0-9:*./-]+/gi, ' ')

describe.each([
  ['of no account', {}],
  ['of an account that is known', { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'eu-west-1' }],
])('the language model that completes prompts in an app %s', (_, known) => {
  it('is none unless one is configured, and then no function may ask one', () => {
    expect(modelRights(known)).toEqual({ statements: [], names: ['none'] })
  })

  it('may be asked, that one only, by the function that accepts jobs; nothing is left to waive', () => {
    const { statements, names } = modelRights({ ...known, SIGNET_PROMPT_MODEL: 'maker.small-v1:0' }, true)
    expect(names).toEqual(['maker.small-v1:0'])
    expect(statements.map(({ Action }) => Action)).toEqual(['bedrock:InvokeModel'])
    expect([statements[0]?.Resource].flat().map(joined)).toEqual([
      expect.stringContaining(':bedrock:*::foundation-model/maker.small-v1:0'),
    ])
  })

  it('may be an inference profile, with the model behind it in whichever region answers', () => {
    const { statements } = modelRights({ ...known, SIGNET_PROMPT_MODEL: 'eu.maker.small-v1:0' })
    const resources = [statements[0]?.Resource].flat().map(joined)
    expect(resources).toHaveLength(2)
    for (const name of [':inference-profile/eu.maker.small-v1:0', ':bedrock:*::foundation-model/maker.small-v1:0']) {
      expect(resources).toContainEqual(expect.stringContaining(name))
    }
  })
})

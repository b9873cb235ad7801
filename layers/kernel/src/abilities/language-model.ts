import { ability } from './ability.ts'
import { modelRights } from './bedrock.ts'

/** `streaming`: reads completions while they are generated. */
export const languageModel = ability<true | 'streaming'>()({
  allows: 'Calls the configured language model of Amazon Bedrock',
  local: { instead: 'prompts are completed, and answers extracted, without a model' },
  variables: { PROMPT_MODEL: ({ setting }) => setting('PROMPT_MODEL') },
  rights: (grant, deployed) => {
    const model = deployed.setting('PROMPT_MODEL')
    const action = grant === 'streaming' ? 'bedrock:InvokeModelWithResponseStream' : 'bedrock:InvokeModel'
    return model === 'none' ? [] : modelRights(action, model, deployed)
  },
})

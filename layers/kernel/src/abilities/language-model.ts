import { ability } from './ability.ts'
import { modelRights } from './bedrock.ts'

/** `streaming`: it reads answers while they are written. */
export const languageModel = ability<true | 'streaming'>()({
  allows: 'Asks the configured language model of Amazon Bedrock',
  local: { instead: 'prompts are completed, and answers extracted, without a model' },
  variables: { PROMPT_MODEL: ({ setting }) => setting('PROMPT_MODEL') },
  rights: (grant, deployed) => {
    const model = deployed.setting('PROMPT_MODEL')
    const action = grant === 'streaming' ? 'bedrock:InvokeModelWithResponseStream' : 'bedrock:InvokeModel'
    return model === 'none' ? [] : modelRights(action, model, deployed)
  },
})

import { ability } from './ability.ts'
import { modelRights } from './bedrock.ts'

/** The model that runs within a function, without Amazon Bedrock. */
const OFFLINE = 'offline'

export const embeddings = ability<true>()({
  allows: 'Embeds texts with the configured model of Amazon Bedrock',
  local: { instead: 'an offline embedding within the function' },
  variables: { EMBEDDING_MODEL: ({ setting }) => setting('EMBEDDING_MODEL') },
  rights: (_, deployed) => {
    const model = deployed.setting('EMBEDDING_MODEL')
    return model === OFFLINE ? [] : modelRights('bedrock:InvokeModel', model, deployed)
  },
})

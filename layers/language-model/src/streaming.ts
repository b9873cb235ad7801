import { configuredConverse } from './configured-model.ts'
import { type ConverseDeps, converseModel, refuseFailure, requestOf, urlOf } from './converse.ts'
import { converseEvents } from './converse-events.ts'
import { type AnswerPart, LanguageModelFault, type StreamingLanguageModel } from './language-model.ts'

/** A language model of Amazon Bedrock that is read while it answers: `POST /model/{modelId}/converse-stream`. */
export const streamingConverseModel = (deps: ConverseDeps): StreamingLanguageModel => ({
  ...converseModel(deps),
  async *stream(completion, signal): AsyncGenerator<AnswerPart> {
    const request = { ...requestOf(completion, signal), isStreamed: true }
    const response = await deps.send(urlOf(deps, 'converse-stream'), request)
    refuseFailure(response)
    if (response.body === null) throw new LanguageModelFault('The language model answered nothing')
    yield* converseEvents(response.body)
  },
})

/** The model of PROMPT_MODEL, read while it answers; undefined when that is `none`. */
export const configuredStreamingModel = (
  variables: Readonly<Record<string, string | undefined>>,
): StreamingLanguageModel | undefined => {
  const deps = configuredConverse(variables)
  return deps && streamingConverseModel(deps)
}

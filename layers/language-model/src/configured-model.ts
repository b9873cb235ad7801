import { bedrockAddress } from '@signet/kernel/bedrock-address'
import { AwsClient } from 'aws4fetch'
import { type ConverseDeps, converseModel } from './converse.ts'
import type { LanguageModel } from './language-model.ts'

/** The client of the model that a function's environment names as PROMPT_MODEL; undefined for `none`. */
export const configuredConverse = (
  variables: Readonly<Record<string, string | undefined>>,
): ConverseDeps | undefined => {
  const { PROMPT_MODEL: model = 'none' } = variables
  if (model === 'none') return undefined
  const { baseUrl, signing } = bedrockAddress(variables)
  const client = new AwsClient(signing)
  return { send: (url, init) => client.fetch(url, init), baseUrl, model }
}

/** The language model that a function's environment names as PROMPT_MODEL; undefined when that is `none`. */
export const configuredModel = (variables: Readonly<Record<string, string | undefined>>): LanguageModel | undefined => {
  const deps = configuredConverse(variables)
  return deps && converseModel(deps)
}

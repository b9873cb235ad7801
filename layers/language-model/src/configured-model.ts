import { environment } from '@signet/kernel/environment'
import { AwsClient } from 'aws4fetch'
import { type ConverseDeps, converseModel } from './converse.ts'
import type { LanguageModel } from './language-model.ts'

/** What asks the model that a function's environment names as PROMPT_MODEL; undefined when that is `none`. */
export const configuredConverse = (
  variables: Readonly<Record<string, string | undefined>>,
): ConverseDeps | undefined => {
  const { PROMPT_MODEL: model = 'none', AWS_SESSION_TOKEN: sessionToken } = variables
  if (model === 'none') return undefined
  const env = environment(variables, ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
  const client = new AwsClient({
    service: 'bedrock',
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
    retries: 0,
    ...(sessionToken ? { sessionToken } : {}),
  })
  const { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: gateway } = variables
  const baseUrl = gateway ?? `https://bedrock-runtime.${env.AWS_REGION}.amazonaws.com`
  return { send: (url, init) => client.fetch(url, init), baseUrl, model }
}

/** The language model that a function's environment names as PROMPT_MODEL; undefined when that is `none`. */
export const configuredModel = (variables: Readonly<Record<string, string | undefined>>): LanguageModel | undefined => {
  const deps = configuredConverse(variables)
  return deps && converseModel(deps)
}

import { bedrockAddress } from '@signet/kernel/bedrock-address'
import { signedFetch } from '@signet/kernel/signed-fetch'
import { type ConverseDeps, converseModel } from './converse.ts'
import type { LanguageModel } from './language-model.ts'

/** Until an answer begins, or is whole where it is not read as it comes. Callers who have less time say so. */
const TIMEOUT_MS = 60_000

export const configuredConverse = (
  variables: Readonly<Record<string, string | undefined>>,
): ConverseDeps | undefined => {
  const { PROMPT_MODEL: model = 'none' } = variables
  if (model === 'none') return undefined
  const { baseUrl, signing } = bedrockAddress(variables)
  return { send: signedFetch(signing, { timeoutMs: TIMEOUT_MS }), baseUrl, model }
}

/** The language model that a function's environment names as PROMPT_MODEL; undefined when that is `none`. */
export const configuredModel = (variables: Readonly<Record<string, string | undefined>>): LanguageModel | undefined => {
  const deps = configuredConverse(variables)
  return deps && converseModel(deps)
}

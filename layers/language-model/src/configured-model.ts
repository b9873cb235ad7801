import { bedrockAddress } from '@signet/kernel/bedrock-address'
import { signedFetch } from '@signet/kernel/signed-fetch'
import { type ConverseDeps, converseModel } from './converse.ts'
import type { LanguageModel } from './language-model.ts'

/** Maximum time until a streamed answer begins, or another answer is complete. Callers may set a shorter limit. */
const TIMEOUT_MS = 60_000

export const configuredConverse = (
  variables: Readonly<Record<string, string | undefined>>,
): ConverseDeps | undefined => {
  const { PROMPT_MODEL: model = 'none' } = variables
  if (model === 'none') return undefined
  const { baseUrl, signing } = bedrockAddress(variables)
  return { send: signedFetch(signing, { timeoutMs: TIMEOUT_MS }), baseUrl, model }
}

/** Returns the language model named in PROMPT_MODEL; undefined if it is `none`. */
export const configuredModel = (variables: Readonly<Record<string, string | undefined>>): LanguageModel | undefined => {
  const deps = configuredConverse(variables)
  return deps && converseModel(deps)
}

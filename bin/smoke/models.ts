import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { bedrockAddress } from '@signet/kernel/bedrock-address'
import { type SignedFetch, signedFetch } from '@signet/kernel/signed-fetch'
import { SkippedStep, type Step, StepFailure, type StepReport } from './report.ts'

type Variables = Readonly<Record<string, string | undefined>>

export interface Bedrock {
  readonly send: SignedFetch
  readonly baseUrl: string
}

interface ModelCall {
  readonly model: string
  readonly operation: 'converse' | 'invoke'
  readonly body: object
}

const TIMEOUT_MS = 30_000

const completion = (model: string): ModelCall => ({
  model,
  operation: 'converse',
  body: { messages: [{ role: 'user', content: [{ text: 'Say yes.' }] }], inferenceConfig: { maxTokens: 8 } },
})

const embedding = (model: string): ModelCall => ({
  model,
  operation: 'invoke',
  body: model.includes('cohere')
    ? { texts: ['yes'], input_type: 'search_query', embedding_types: ['float'] }
    : { inputText: 'yes' },
})

/**
 * Returns the next step for an error of Bedrock (user guide, "Request access to models", "Troubleshooting Amazon
 * Bedrock API Error Codes").
 */
const remedyOf = (status: number, text: string): string => {
  if (/use case details/i.test(text))
    return 'Anthropic requires a one-time description of the use case: in the Bedrock console open Model catalog, then the model, and fill in the form; or run aws bedrock put-use-case-for-model-access. It takes effect within 15 minutes'
  if (/marketplace/i.test(text))
    return 'the account has not subscribed to the model: call it once with the permissions aws-marketplace:Subscribe and ViewSubscriptions, and wait up to 15 minutes. Functions do not need these permissions'
  if (/on-demand throughput/i.test(text))
    return 'this model requires an inference profile: prefix its id with us., eu. or global., depending on the region'
  if (/legacy|end of its life/i.test(text)) return 'the provider is retiring this model: choose another one'
  if (status === 403)
    return 'these credentials lack bedrock:InvokeModel in this region, or an organization policy denies it: see the message'
  if (status === 404 || /model identifier is invalid/i.test(text))
    return 'the model does not exist in this region: see aws bedrock list-foundation-models, or use an inference profile'
  if (status === 429)
    return 'the quota of requests or tokens per minute is used up or zero: see Service Quotas, Amazon Bedrock'
  return 'see the message, and the status of Amazon Bedrock in the region'
}

/** Calls a model once. @throws StepFailure with the next step */
export const callModel = async (
  { send, baseUrl }: Bedrock,
  { model, operation, body }: ModelCall,
): Promise<StepReport> => {
  const response = await send(`${baseUrl}/model/${encodeURIComponent(model)}/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
  })
  const text = (await response.text()).slice(0, 500)
  const requestId = response.headers.get('x-amzn-requestid') ?? undefined
  if (response.ok) return { message: `${model} answers`, requestId }
  const kind = response.headers.get('x-amzn-errortype')?.split(':')[0] ?? String(response.status)
  throw new StepFailure(`${model}: ${kind}: ${text}`, remedyOf(response.status, text), requestId)
}

const defaultBedrock = async (env: Variables): Promise<Bedrock> => {
  const { config } = new CloudFormationClient({})
  const [{ accessKeyId, secretAccessKey, sessionToken }, region] = await Promise.all([
    config.credentials(),
    config.region(),
  ])
  const { baseUrl, signing } = bedrockAddress({
    ...env,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  })
  return { send: signedFetch(signing, { timeoutMs: TIMEOUT_MS }), baseUrl }
}

export const modelSteps = (
  env: Variables,
  bedrock: (env: Variables) => Promise<Bedrock> = defaultBedrock,
): readonly Step[] => {
  const { SIGNET_PROMPT_MODEL: prompt, SIGNET_EMBEDDING_MODEL: embeds } = env
  const calls = [...(prompt ? [completion(prompt)] : []), ...(embeds ? [embedding(embeds)] : [])]
  if (calls.length === 0) {
    const reason = 'neither SIGNET_PROMPT_MODEL nor SIGNET_EMBEDDING_MODEL is set'
    return [{ name: 'models', run: () => Promise.reject(new SkippedStep(reason)) }]
  }
  return calls.map((each) => ({ name: 'models', run: async () => callModel(await bedrock(env), each) }))
}

import type { SignedFetch } from '@signet/kernel/signed-fetch'
import * as z from 'zod'
import { EmbeddingFault, type EmbeddingModel, type InputType, normalize } from './embedding-model.ts'

export interface BedrockDeps {
  readonly send: SignedFetch
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** Id of a model or an inference profile. Its name determines the vendor. */
  readonly model: string
}

/** A size that both vendors offer. */
const DIMENSIONS = 256

/** Cohere accepts 96 texts per call. */
const COHERE_TEXTS_MAX = 96

/** Titan accepts one text per call; this many calls run concurrently. */
const TITAN_AT_ONCE = 8

const Floats = z.array(z.number()).length(DIMENSIONS)
const CohereResponse = z.object({ embeddings: z.object({ float: z.array(Floats) }) })
const TitanResponse = z.object({ embedding: Floats })

const isTransientStatus = (status: number): boolean => status === 408 || status === 429 || status >= 500

const invoke = async <S extends z.ZodType>(
  { send, baseUrl, model }: BedrockDeps,
  body: unknown,
  schema: S,
  signal: AbortSignal,
): Promise<z.output<S>> => {
  const response = await send(`${baseUrl}/model/${encodeURIComponent(model)}/invoke`, {
    method: 'POST',
    isRepeatable: true,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  })
  const { ok, status } = response
  if (!ok) {
    await response.arrayBuffer()
    throw new EmbeddingFault(`The embedding model returned status ${status}`, {
      isTransient: isTransientStatus(status),
    })
  }
  const parsed = schema.safeParse(await response.json())
  if (!parsed.success)
    throw new EmbeddingFault('The embedding model returned an unexpected response', { isTransient: false })
  return parsed.data
}

/** Cohere Embed v4: documents and queries are embedded differently (Bedrock user guide, model-parameters-embed-v4). */
const cohere = (deps: BedrockDeps): EmbeddingModel => ({
  model: deps.model,
  dimensions: DIMENSIONS,
  isSemantic: true,
  batchSize: COHERE_TEXTS_MAX,
  async embed(texts, input: InputType, signal) {
    const body = {
      texts,
      input_type: input === 'query' ? 'search_query' : 'search_document',
      embedding_types: ['float'],
      output_dimension: DIMENSIONS,
    }
    const { embeddings } = await invoke(deps, body, CohereResponse, signal)
    return embeddings.float.map((values) => normalize(Float32Array.from(values)))
  },
})

/** Titan Text Embeddings V2 (Bedrock user guide, model-parameters-titan-embed-text). */
const titan = (deps: BedrockDeps): EmbeddingModel => ({
  model: deps.model,
  dimensions: DIMENSIONS,
  isSemantic: true,
  batchSize: TITAN_AT_ONCE,
  embed: (texts, _input, signal) =>
    Promise.all(
      texts.map(async (inputText) => {
        const body = { inputText, dimensions: DIMENSIONS, normalize: true }
        const { embedding } = await invoke(deps, body, TitanResponse, signal)
        return normalize(Float32Array.from(embedding))
      }),
    ),
})

/**
 * Builds an embedding model of Amazon Bedrock.
 * @throws Error for a vendor whose request format is unknown.
 */
export const bedrockEmbedding = (deps: BedrockDeps): EmbeddingModel => {
  if (deps.model.includes('cohere.embed-v4')) return cohere(deps)
  if (deps.model.includes('amazon.titan-embed-text-v2')) return titan(deps)
  throw new Error(
    `EMBEDDING_MODEL "${deps.model}" is unknown. Use offline, cohere.embed-v4:0 or amazon.titan-embed-text-v2:0`,
  )
}

import * as z from 'zod'
import { Branch, ByteRange, filters } from '../../conversations/contract/index.ts'

/** Spec supporting-services 4.2: "up to 4 turns of history". A turn is a question and its answer. */
export const EXCHANGES_MAX = 4

/** Spec supporting-services 4.2. */
export const CONTEXT_CONVERSATIONS_MAX = 8
export const CONTEXT_TOKENS = 4_000

const Turn = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.string().min(1).max(20_000),
})
export type Turn = z.infer<typeof Turn>

const Citation = z
  .object({
    id: z.string().describe('Citation ID: `c1`, `c2`, and so on, in the order of the answer'),
    conversationId: z.string(),
    title: z.string(),
    messageIds: z.array(z.string()).describe('IDs of the messages in the passage that contains the quote'),
    createdAt: z.string().nullable().describe('Time of the passage; null if unknown'),
    quote: z.string().describe('Quote, verified to occur verbatim in the passage'),
    answerStart: z.int().describe('Offset in `answer` where the supported text starts, in UTF-16 code units'),
    answerEnd: z.int().describe('Offset in `answer` where the supported text ends (exclusive), in UTF-16 code units'),
    score: z.number().min(0).max(1).describe('Relevance of the passage to the question, from 0 to 1'),
    branch: Branch,
    byteRange: ByteRange,
  })
  .meta({ id: 'Citation' })
export type Citation = z.infer<typeof Citation>

const ReasoningStep = z
  .object({
    step: z.enum(['question', 'retrieval', 'context', 'answer', 'verification']),
    detail: z.string(),
  })
  .meta({ id: 'ReasoningStep' })
export type ReasoningStep = z.infer<typeof ReasoningStep>

export const ChatAnswer = z
  .object({
    answer: z.string(),
    refused: z
      .enum(['nothing_found', 'not_in_archive', 'unsupported'])
      .nullable()
      .describe(
        'Reason why the question is not answered; null if it is answered. `nothing_found`: no conversation matches the question; `not_in_archive`: the matches do not answer the question; `unsupported`: no statement of the answer could be verified.',
      ),
    citations: z.array(Citation),
    reasoning: z
      .array(ReasoningStep)
      .describe('Steps taken to produce the answer, excluding reasoning from imported conversations'),
    question: z.string().describe('Search query derived from the question and the history'),
    historyUsed: z
      .int()
      .describe(`Number of question-answer pairs of the history that were used, at most ${EXCHANGES_MAX}`),
    contextTokens: z
      .int()
      .max(CONTEXT_TOKENS)
      .describe('Number of tokens in the passages that were used for the answer'),
    model: z
      .string()
      .describe('Model that generated the answer; `extractive` if the answer quotes the archive without a model'),
  })
  .meta({ id: 'ChatAnswer' })
export type ChatAnswer = z.infer<typeof ChatAnswer>

export const chatRequest = {
  headers: z.object({
    accept: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: '`text/event-stream` for a stream of events', examples: ['application/json'] }),
  }),
  body: z.strictObject({
    question: z.string().min(1).max(4_000).regex(/\S/, 'must not be blank').describe('Question to answer'),
    history: z
      .array(Turn)
      .max(100)
      .default([])
      .describe(
        `Earlier questions and answers, oldest first. Only the last ${EXCHANGES_MAX} question-answer pairs are used.`,
      ),
    branches: z
      .enum(['active', 'all'])
      .default('active')
      .describe(
        'Versions to search. `active`: only current versions; `all`: also earlier versions of questions and answers',
      ),
    ...filters,
  }),
  maxBodyBytes: 1_000_000,
}

export const chatResponses = {
  200: {
    description: 'The answer as JSON or as a stream of events',
    schema: ChatAnswer,
    mediaTypes: ['application/json', 'text/event-stream'],
    stream: true,
  },
} as const

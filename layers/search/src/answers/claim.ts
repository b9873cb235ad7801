import type { TokenUsage } from '@signet/language-model'
import * as z from 'zod'

/** A statement of an answer with the quotes that support it, not verified yet. */
export const Claim = z.object({
  text: z.string().min(1).max(4_000),
  quotes: z.array(z.object({ id: z.string().max(20), quote: z.string().max(2_000) })).max(10),
})
export type Claim = z.infer<typeof Claim>

/** Receives the token usage of an answer from models that are paid by the token. */
export type OnTokenUsage = (usage: TokenUsage) => void

/** Makes an answer from passages, statement by statement. */
export interface AnswerMaker {
  /** Shown to callers. */
  readonly name: string
  /** Ends without a statement if the passages do not answer the question. */
  claims(material: Material, signal: AbortSignal, used?: OnTokenUsage): AsyncIterable<Claim>
}

/** The input of an answer. */
export interface Material {
  /** As asked. */
  readonly question: string
  /** Completed by the history. */
  readonly standalone: string
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly passages: readonly { readonly id: string; readonly text: string; readonly createdAt: string | null }[]
  /** Instructions of a notebook's owner for its answers. */
  readonly instructions?: string | undefined
}

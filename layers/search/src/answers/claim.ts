import type { TokenUsage } from '@signet/language-model'
import * as z from 'zod'

/** A statement of an answer with the quotes that support it. The quotes are not verified yet. */
export const Claim = z.object({
  text: z.string().min(1).max(4_000),
  quotes: z.array(z.object({ id: z.string().max(20), quote: z.string().max(2_000) })).max(10),
})
export type Claim = z.infer<typeof Claim>

export type OnTokenUsage = (usage: TokenUsage) => void

export interface AnswerMaker {
  readonly name: string
  /** Yields no statement if the passages do not answer the question. */
  claims(material: Material, signal: AbortSignal, onUsage?: OnTokenUsage): AsyncIterable<Claim>
}

/** The input of an answer. */
export interface Material {
  readonly question: string
  /** The question with the words of the previous question that it refers to. */
  readonly standalone: string
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly passages: readonly { readonly id: string; readonly text: string; readonly createdAt: string | null }[]
  readonly instructions?: string | undefined
}

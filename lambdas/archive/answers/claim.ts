import type { TokenUsage } from '@signet/language-model'
import * as z from 'zod'

/** A statement of an answer with the quotes that support it, before they are looked for. */
export const Claim = z.object({
  text: z.string().min(1).max(4_000),
  quotes: z.array(z.object({ id: z.string().max(20), quote: z.string().max(2_000) })).max(10),
})
export type Claim = z.infer<typeof Claim>

/** Hears what an answer took, from whoever is paid by the token. */
export type Used = (usage: TokenUsage) => void

/** What makes an answer of passages, statement by statement. */
export interface AnswerMaker {
  /** Told to callers. */
  readonly name: string
  /** Ends without a statement where the passages do not answer the question. */
  claims(material: Material, signal: AbortSignal, used?: Used): AsyncIterable<Claim>
}

/** What an answer may be made of. */
export interface Material {
  /** As it was asked. */
  readonly question: string
  /** With what the history adds to it. */
  readonly standalone: string
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly passages: readonly { readonly id: string; readonly text: string; readonly createdAt: string | null }[]
  /** What the owner of a notebook wants of its answers. */
  readonly instructions?: string | undefined
}

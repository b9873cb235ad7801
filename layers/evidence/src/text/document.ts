import { type Block, blocksOf } from './blocks.ts'
import { type Link, marksOf, type TextRange } from './marks.ts'
import { type Quotation, quotationsOf } from './quotations.ts'
import { addSentences, type Sentence } from './sentences.ts'
import { addTokens, type Token } from './tokens.ts'

export interface PlacedLink extends Link {
  readonly block: number
}

/** A parsed body. Offsets are UTF-16 code units of the body; `from` and `to` count tokens. */
export interface TextDocument {
  readonly body: string
  readonly blocks: readonly Block[]
  /** Index of the first token of each block, or of the next one for a block without tokens. */
  readonly firstTokens: readonly number[]
  readonly tokens: readonly Token[]
  readonly sentences: readonly Sentence[]
  readonly links: readonly PlacedLink[]
  readonly quotations: readonly Quotation[]
  /** Unpaired quotation marks, as token indexes. */
  readonly unpairedQuotes: readonly number[]
  /** Code blocks and code spans. */
  readonly codes: readonly TextRange[]
  /** Words of the prose, including headings, tables, lists and footnotes. */
  readonly words: number
}

const isProse = ({ kind }: Block): boolean => kind !== 'code' && kind !== 'hidden'

/** Parses Markdown or plain text: CommonMark with GitHub's tables and footnotes, as far as evidence needs them. */
export const readDocument = (body: string): TextDocument => {
  const { blocks, definitions } = blocksOf(body)
  const tokens: Token[] = []
  const sentences: Sentence[] = []
  const links: PlacedLink[] = []
  const codes: TextRange[] = []
  const firstTokens: number[] = []
  for (const [number, block] of blocks.entries()) {
    firstTokens.push(tokens.length)
    if (block.kind === 'code') codes.push(block)
    if (!isProse(block)) continue
    const marks = marksOf(body, block, definitions)
    for (const link of marks.links) links.push({ ...link, block: number })
    codes.push(...marks.codes)
    addTokens(tokens, body, block, number, marks.hidden)
    addSentences(sentences, body, tokens, block, number, firstTokens[number] ?? 0)
  }
  const { quotations, unpaired: unpairedQuotes } = quotationsOf(body, tokens, blocks, firstTokens)
  let words = 0
  for (const { kind } of tokens) if (kind !== 'mark') words++
  return {
    body,
    blocks,
    firstTokens,
    tokens,
    sentences,
    links,
    quotations,
    unpairedQuotes,
    codes,
    words,
  }
}

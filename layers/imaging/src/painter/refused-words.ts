import { PaintingRefused } from './image-provider.ts'

/**
 * Things that the stand-in does not draw. Whole words only: a sextant is no sex. A provider's own classifier is far
 * finer.
 */
const REFUSED: ReadonlySet<string> = new Set(
  'nsfw nude nudes nudity naked porn porno pornographic pornography hentai erotic erotica sex sexual sexy topless gore gory gruesome beheading beheaded dismembered mutilated torture rape suicide swastika nazi'.split(
    ' ',
  ),
)

/**
 * Refuses a prompt by a short list of words; the same prompt is always answered alike. The negative prompt is not read:
 * there the words ask for the opposite.
 *
 * @throws PaintingRefused `content_rejected`
 */
export const refuseUnsafe = (prompt: string): void => {
  const words =
    prompt
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.some((word) => REFUSED.has(word)))
    throw new PaintingRefused('content_rejected', 'The offline painter does not draw this; word the prompt differently')
}

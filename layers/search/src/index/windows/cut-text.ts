/** A tenth of a piece is repeated at the start of the next piece, so that text around a cut is found, too. */
const OVERLAP = 0.1

/** Positions to cut a text, best first: after a paragraph, a line, a sentence, a word. */
const BREAKS: readonly string[] = ['\n\n', '\n', '. ', ' ']

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** Avoids a cut between the halves of a surrogate pair. */
const characterStart = (text: string, at: number): number => (isLowSurrogate(text.charCodeAt(at)) ? at - 1 : at)

const cutAt = (text: string, from: number, max: number): number => {
  const latestCut = from + max
  for (const separator of BREAKS) {
    const at = text.lastIndexOf(separator, latestCut - separator.length)
    if (at > from + max / 2) return at + separator.length
  }
  return characterStart(text, latestCut)
}

const overlapAt = (text: string, cut: number, max: number): number => {
  const earliest = cut - Math.floor(max * OVERLAP)
  const word = text.indexOf(' ', earliest)
  return word >= 0 && word < cut - 1 ? word + 1 : characterStart(text, earliest)
}

/**
 * Splits the text into pieces of at most `max` characters, in order, each beginning with the end of the previous one.
 * @param first maximum of the first piece, if it must be shorter
 */
export const cutText = (text: string, max: number, first = max): string[] => {
  const pieces: string[] = []
  let from = 0
  let maximum = first
  while (text.length - from > maximum) {
    const cut = cutAt(text, from, maximum)
    pieces.push(text.slice(from, cut).trimEnd())
    from = Math.max(from + 1, overlapAt(text, cut, maximum))
    maximum = max
  }
  pieces.push(text.slice(from).trimEnd())
  return pieces.filter((piece) => piece !== '')
}

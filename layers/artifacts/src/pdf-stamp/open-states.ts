/** Graphics states that the content of a page leaves unbalanced; `q` opens and `Q` closes them (ISO 32000-1, 8.4.2). */
export interface OpenStates {
  /** States closed without having been opened. */
  readonly closed: number
  readonly leftOpen: number
}

const codeOf = (character: string): number => character.charCodeAt(0)
const codesOf = (characters: string): readonly number[] => [...characters].map(codeOf)

const [OPEN, CLOSE, NAME, STRING, STRING_END] = codesOf('qQ/()') as [number, number, number, number, number]
const [COMMENT, BACKSLASH, LF, CR] = codesOf('%\\\n\r') as [number, number, number, number]

const IS_WORD = Uint8Array.from({ length: 256 }, (_, code) => Number(!codesOf('\0\t\n\f\r ()<>[]{}/%').includes(code)))

const wordEnd = (text: Uint8Array, start: number): number => {
  let at = start
  while (at < text.length && IS_WORD[text[at] ?? 0] === 1) at++
  return at
}

const commentEnd = (text: Uint8Array, start: number): number => {
  let at = start
  while (at < text.length && text[at] !== LF && text[at] !== CR) at++
  return at
}

const stringEnd = (text: Uint8Array, start: number): number => {
  let at = start
  let depth = 0
  for (; at < text.length; at++) {
    if (text[at] === BACKSLASH) at++
    else if (text[at] === STRING) depth++
    else if (text[at] === STRING_END && --depth === 0) return at + 1
  }
  return at
}

const isWord = (text: Uint8Array, at: number, end: number, word: string): boolean =>
  end - at === 2 && text[at] === codeOf(word) && text[at + 1] === word.charCodeAt(1)

/** Returns the offset after an inline image, which is written as `BI`, parameters, `ID`, data, `EI`. */
const inlineImageEnd = (text: Uint8Array, start: number): number => {
  for (let at = start; at < text.length; at++) {
    if (IS_WORD[text[at - 1] ?? 0] === 0 && isWord(text, at, wordEnd(text, at), 'EI')) return at + 2
  }
  return text.length
}

/** Scans content once and counts only operators, not strings, comments, names or images. */
export const openStates = (text: Uint8Array): OpenStates => {
  let at = 0
  let depth = 0
  let lowest = 0
  let isInlineImage = false
  while (at < text.length) {
    const byte = text[at] ?? 0
    if (byte === STRING) at = stringEnd(text, at)
    else if (byte === COMMENT) at = commentEnd(text, at)
    else if (IS_WORD[byte] !== 1) at = byte === NAME ? wordEnd(text, at + 1) : at + 1
    else {
      const end = wordEnd(text, at)
      if (end === at + 1) depth += byte === OPEN ? 1 : byte === CLOSE ? -1 : 0
      lowest = Math.min(lowest, depth)
      const isImageData: boolean = isInlineImage && isWord(text, at, end, 'ID')
      isInlineImage = !isImageData && (isInlineImage || isWord(text, at, end, 'BI'))
      at = isImageData ? inlineImageEnd(text, end) : end
    }
  }
  return { closed: 0 - lowest, leftOpen: depth - lowest }
}

export const joinedStates = (first: OpenStates, next: OpenStates): OpenStates => ({
  closed: first.closed + Math.max(0, next.closed - first.leftOpen),
  leftOpen: Math.max(0, first.leftOpen - next.closed) + next.leftOpen,
})

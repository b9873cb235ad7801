import type { Part } from '../conversation.ts'

interface Mark {
  readonly open: string
  readonly close: string
}

const MARKS: readonly Mark[] = [
  { open: '<details type="', close: '</details>' },
  { open: '<think>', close: '</think>' },
]

const SUMMARY = /^\s*<summary>[^<]*<\/summary>/

const markedPart = (inner: string): Part => {
  const kind = /^<think>|^<details type="reasoning"/.test(inner) ? 'reasoning' : 'tool'
  const detail = inner.slice(inner.indexOf('>') + 1)
  return { kind, text: detail.replace(SUMMARY, '').trim(), type: kind }
}

/** The text of an answer without the thoughts and calls that are marked in it, and those as parts of their own. */
export const unmarked = (part: Part): readonly Part[] => {
  if (part.kind !== 'text') return [part]
  const marked: Part[] = []
  let { text } = part
  for (const { open, close } of MARKS) {
    // A thought stands at the beginning; elsewhere somebody writes about the mark.
    if (open === '<think>' && !text.trimStart().startsWith(open)) continue
    const kept: string[] = []
    let from = 0
    for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, from)) {
      const end = text.indexOf(close, at)
      if (end === -1) break
      kept.push(text.slice(from, at))
      marked.push(markedPart(text.slice(at, end)))
      from = end + close.length
    }
    text = [...kept, text.slice(from)].join('')
  }
  if (marked.length === 0) return [part]
  const rest = text.trim()
  return [...marked.filter((mark) => mark.text !== ''), ...(rest === '' ? [] : [{ ...part, text: rest }])]
}

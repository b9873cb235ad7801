import type { Buffer } from 'node:buffer'
import { textOfHtml } from '../html-text.ts'
import { faultOf, type Outcome } from '../outcome.ts'
import { timeOf } from '../times.ts'
import { readActivity } from './gemini.ts'

const CONTENT = /class="content-cell[^"]*mdl-typography--body-1"[^>]*>/
const RIGHT = /<\/div>\s*<div[^>]*class="[^"]*(?:text-right|caption)/
const CAPTION = 'mdl-typography--caption'

const timeIn = (pieces: readonly string[]): number =>
  pieces.findIndex(
    (piece, n) => n > 0 && piece.length < 120 && /\d:\d\d/.test(piece) && timeOf(textOfHtml(piece)) !== null,
  )

/**
 * Reads a cell of `MyActivity.html`: the activity, the time and the response. Files are between the prompt and the
 * time.
 */
export const readCell = (raw: Buffer): Outcome => {
  const html = raw.toString('utf8')
  const product = textOfHtml(/<p class="mdl-typography--title">([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '')
  const begin = CONTENT.exec(html)
  if (!begin || !/gemini|bard/i.test(`${product} ${html.slice(html.lastIndexOf(CAPTION))}`)) {
    return faultOf('unknown_shape', [product || 'html'])
  }
  const rest = html.slice(begin.index + begin[0].length)
  const content = rest.slice(0, RIGHT.exec(rest)?.index ?? rest.length)
  const pieces = content.split(/<br\s*\/?>|(?=<p[ >])/i)
  const at = timeIn(pieces)
  const [question, answer] = at === -1 ? [pieces, []] : [pieces.slice(0, at), pieces.slice(at + 1)]
  const files = [
    ...question
      .slice(1)
      .join('')
      .matchAll(/href="([^"]+)"/g),
  ].flatMap(([, href]) => href ?? [])
  const answerText = textOfHtml(answer.join('<br>'))
  return readActivity({
    title: textOfHtml(question.join('<br>')),
    answer: answerText === '' ? undefined : answerText,
    at: at === -1 ? null : timeOf(textOfHtml(pieces[at] ?? '')),
    url: /https:\/\/gemini\.google\.com\/app\/[\w-]+/.exec(content)?.[0],
    files,
  })
}

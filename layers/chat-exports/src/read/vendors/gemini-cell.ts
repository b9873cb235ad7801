import type { Buffer } from 'node:buffer'
import { textOfHtml } from '../html-text.ts'
import { faultOf, type Outcome } from '../outcome.ts'
import { timeOf } from '../times.ts'
import { readActivity } from './gemini.ts'

const CONTENT_START = /class="content-cell[^"]*mdl-typography--body-1"[^>]*>/
const CONTENT_END = /<\/div>\s*<div[^>]*class="[^"]*(?:text-right|caption)/
const CAPTION = 'mdl-typography--caption'

const timeIndexIn = (pieces: readonly string[]): number =>
  pieces.findIndex(
    (piece, n) => n > 0 && piece.length < 120 && /\d:\d\d/.test(piece) && timeOf(textOfHtml(piece)) !== null,
  )

/**
 * Reads a cell of `MyActivity.html`: prompt, links to files, time and response, in this order.
 */
export const readCell = (raw: Buffer): Outcome => {
  const html = raw.toString('utf8')
  const product = textOfHtml(/<p class="mdl-typography--title">([\s\S]*?)<\/p>/.exec(html)?.[1] ?? '')
  const contentStart = CONTENT_START.exec(html)
  if (!contentStart || !/gemini|bard/i.test(`${product} ${html.slice(html.lastIndexOf(CAPTION))}`)) {
    return faultOf('unknown_shape', [product || 'html'])
  }
  const afterStart = html.slice(contentStart.index + contentStart[0].length)
  const content = afterStart.slice(0, CONTENT_END.exec(afterStart)?.index ?? afterStart.length)
  const pieces = content.split(/<br\s*\/?>|(?=<p[ >])/i)
  const timeIndex = timeIndexIn(pieces)
  const [question, answer] = timeIndex === -1 ? [pieces, []] : [pieces.slice(0, timeIndex), pieces.slice(timeIndex + 1)]
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
    time: timeIndex === -1 ? null : timeOf(textOfHtml(pieces[timeIndex] ?? '')),
    url: /https:\/\/gemini\.google\.com\/app\/[\w-]+/.exec(content)?.[0],
    files,
  })
}

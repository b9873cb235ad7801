import type { Part } from '../../conversation.ts'
import { type Entry, entryOf } from '../json.ts'
import { contentParts } from './chatgpt-parts.ts'

/** A report that a widget of ChatGPT keeps, instead of the message that shows it. */
export interface Report {
  readonly role: unknown
  readonly parts: readonly Part[]
}

const jsonIn = (value: unknown): unknown => {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

const DEPTH_MAX = 5

const reportWithin = (value: unknown, depth: number): Report | undefined => {
  const state = entryOf(jsonIn(value))
  if (!state || depth === DEPTH_MAX) return undefined
  const report = entryOf(jsonIn(state.report_message))
  const content =
    entryOf(report?.content) ??
    (typeof report?.content === 'string' ? { content_type: 'text', parts: [report.content] } : undefined)
  if (report && content) {
    const parts = contentParts(content, 'all')
    if (parts.length > 0) return { role: entryOf(report.author)?.role, parts }
  }
  for (const inner of Object.values(state)) {
    const within = reportWithin(inner, depth + 1)
    if (within) return within
  }
  return undefined
}

/**
 * The report of ChatGPT's research within a message's metadata: `chatgpt_sdk.widget_state` is a JSON text that has it,
 * and the message itself is empty.
 */
export const reportIn = (metadata: Entry): Report | undefined => {
  for (const name in metadata) {
    if (!name.startsWith('chatgpt_sdk') && !name.endsWith('widget_state')) continue
    const report = reportWithin(metadata[name], 0)
    if (report) return report
  }
  return undefined
}

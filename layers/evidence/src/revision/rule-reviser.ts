import { BODY_MAX } from '../content.ts'
import { validate } from '../verdict.ts'
import type { Reviser, ToRevise } from './reviser.ts'
import { sectionsFor } from './sections.ts'

/** A prompt of a shell at the head of a line of code, which a copy brings along. */
const PROMPT = /^(\s*)[$%] (?=\S)/

/** Takes prompts off commands in blocks of code: nobody's words. */
const withoutPrompts = (body: string): string => {
  let isCode = false
  return body
    .split('\n')
    .map((line) => {
      if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
      else if (isCode) return line.replace(PROMPT, '$1')
      return line
    })
    .join('\n')
}

const edited = ({ content, policy, gaps, assets }: ToRevise): string => {
  let body = gaps.some(({ type }) => type === 'copyable') ? withoutPrompts(content.body) : content.body
  let { gapCount } = validate({ ...content, body }, policy)
  for (const section of sectionsFor(content, gaps, assets)) {
    const longer = `${body.trimEnd()}\n\n${section}\n`
    if (longer.length > BODY_MAX) continue
    const verdict = validate({ ...content, body: longer }, policy)
    if (verdict.gapCount >= gapCount) continue
    body = longer
    gapCount = verdict.gapCount
  }
  return body
}

/**
 * The reviser without a model: adds the sections that a policy asks for where the content's members or its assets say them, and
 * takes prompts off commands. The same text and assets give the same revision; it costs nothing and makes nothing up.
 */
export const ruleReviser: Reviser = {
  name: 'rules',
  estimate: () => 0,
  revise: async (asked) => ({ body: edited(asked), cost: 0 }),
}

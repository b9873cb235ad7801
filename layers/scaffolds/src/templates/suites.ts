import type { Code } from '../code.ts'
import type { Case, Level, Suite } from '../design.ts'
import { TemplateError } from './directives.ts'

const CASE =
  /^\/\/ #case (unit|integration|e2e): (.+)\ntest\((['"])given (.*), when (.*), then (.*)\3, async \(\) => \{\n([\s\S]*?)^\}\)$/gm

const caseOf = ([, level, traces = '', quote = '', given = '', when = '', outcome = '', body = '']: readonly (
  | string
  | undefined
)[]): Case => {
  const plain = (text: string): Code => text.replaceAll(`\\${quote}`, quote).replaceAll('\\\\', '\\') as Code
  return {
    level: level as Level,
    given: plain(given),
    when: plain(when),
    outcome: plain(outcome),
    traces: traces.split(', '),
    body: body.trimEnd() as Code,
  }
}

/**
 * The suite of a test file. Its head ends where the first case begins. A case is a test with a comment before it that has
 * its level and the keys of the requirements and threats that it traces.
 */
export const suiteOf = (path: string, text: string): Suite => {
  const cases = [...text.matchAll(CASE)]
  if (cases.length !== text.split('// #case ').length - 1 || cases.length !== text.split(/^test\(/m).length - 1)
    throw new TemplateError(`${path} has a test that is no case`)
  return { path, head: text.slice(0, cases[0]?.index).trim() as Code, cases: cases.map(caseOf) }
}

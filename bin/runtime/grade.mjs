import { basename } from 'node:path'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { argument } from './command-line.mjs'
import { say } from './plain.mjs'
import { textOf } from './reading.mjs'

/** Version of the formulas; a service that has left it says which it keeps. */
const GRADER_VERSION = '1.0.0'
const GAPS_SHOWN = 8
const WORDS_MAX = 2000

/** Words in a path that give a kind away, the more telling first. @type {[RegExp, string][]} */
const KINDS = [
  [/threat/, 'threat_model'],
  [/post-?mortem|incident|retro/, 'postmortem'],
  [/test-?(?:plan|strategy)/, 'test_plan'],
  [/runbook|playbook/, 'runbook'],
  [/launch|go-?live/, 'launch_review'],
  [/risk/, 'risk_assessment'],
  [/financ|budget|economics|pricing/, 'financial_model'],
  [/\badrs?\b|decision/, 'adr'],
  [/proposal|rfc/, 'proposal'],
  [/advisory/, 'advisory'],
]

/** What a file seems to be, by its name and that of its folder. @param {string} file */
const kindOf = (file) => {
  const path = file.toLowerCase().replaceAll('_', '-').split(/[\\/]/).slice(-2).join('/')
  return KINDS.find(([words]) => words.test(path))?.[1] ?? 'plan'
}

/** What a text says that it is about. @param {string} content @param {string} file */
const headingOf = (content, file) => (/^#+\s+(.+)$/m.exec(content)?.[1] ?? basename(file)).trim().slice(0, WORDS_MAX)

/** @param {string | undefined} text */
const minimumOf = (text) => {
  if (text === undefined) return undefined
  const minimum = Number(text)
  if (text.trim() !== '' && minimum >= 0 && minimum <= 1) return minimum
  throw new Failure(EXIT.usage, `--minimum must be a number from 0 to 1 (got ${text})`)
}

/** @param {number} value */
const figure = (value) => value.toFixed(2)

/** @param {any} grade @param {string} kind */
const report = ({ aggregate, scores, gaps, findings, passed, hash }, kind) => {
  const edits = gaps.slice(0, GAPS_SHOWN)
  return [
    `${figure(aggregate)} as ${kind}: task fit ${figure(scores.TaskFit)}, support ${figure(scores.Support)}, actionability ${figure(scores.Actionability)}`,
    ...(edits.length > 0 ? ['', 'Best next edit first:'] : []),
    ...edits.map((/** @type {any} */ { fix, loss, id }) => `  +${figure(loss)}  ${fix} (${id})`),
    ...(findings.length > 0 ? ['', 'Found:'] : []),
    ...findings.map((/** @type {any} */ { severity, text }) => `  ${severity.padEnd(7)} ${text}`),
    ...(passed === false ? ['', 'Below the minimum.'] : []),
    '',
    `Receipt ${hash}. It counts what can be counted; whether a source is true it cannot see.`,
  ].join('\n')
}

/** @type {import('./command-line.mjs').Command} */
export const grade = async (flags, env, rest) => {
  const file = argument('grade', 'a file', rest)
  const minimum = minimumOf(flags.minimum)
  const content = await textOf(file)
  const kind = flags.kind ?? kindOf(file)
  const name =
    basename(file)
      .replaceAll(/[^A-Za-z0-9._-]/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, 64) || 'text'
  const graded = await client(flags, env).call('POST', '/grader/run', {
    graderName: 'command-line',
    graderVersion: GRADER_VERSION,
    case: {
      id: name,
      description: `The file ${basename(file)}`.slice(0, WORDS_MAX),
      intent: flags.intention ?? headingOf(content, file),
      artifact: { id: name, kind, content },
      rubricDeck: { name: flags.rubric ?? 'rubric-core' },
      expectedMinimumScore: minimum,
    },
  })
  say(flags, graded, () => report(graded, kind))
  if (graded.passed === false) process.exitCode = EXIT.failed
}

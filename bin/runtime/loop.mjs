import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { argument, seedOf } from './command-line.mjs'
import { accepted, answerOf, stateOf } from './facts.mjs'
import { conditionsOf, drawnSince, nextQuestion, reportOf, whyAsked } from './interview.mjs'
import { plain } from './plain.mjs'
import { receiptLine, scriptOf } from './reading.mjs'

/** @typedef {import('./facts.mjs').Question} Question */
/** @typedef {import('./interview.mjs').Asked} Asked */

/** Lines that somebody types, or that come through a pipe. */
const lines = () => {
  const input = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  const each = input[Symbol.asyncIterator]()
  // What was answered is not lost: the report follows.
  const end = () => input.close()
  process.once('SIGINT', end)
  return {
    /** @param {string} prompt @returns {Promise<string | undefined>} undefined at the end of the input */
    async ask(prompt) {
      process.stderr.write(prompt)
      const { value, done } = await each.next()
      return done ? undefined : value.trim()
    },
    close() {
      process.off('SIGINT', end)
      input.close()
    },
  }
}

/**
 * Asks until there is an answer that the question accepts.
 * @param {ReturnType<typeof lines>} typed @param {Question} question @param {string} why
 * @returns {Promise<import('./facts.mjs').FactValue | 'unknown' | undefined>} undefined: the interview ends here
 */
const answered = async (typed, question, why) => {
  process.stderr.write(plain(`\n${question.ask}  (${question.fact})\n  ${why}\n`))
  for (;;) {
    const text = await typed.ask(`  ${accepted(question)}, unknown, or /done > `)
    if (text === undefined || text === '/done') return undefined
    if (text === 'unknown') return 'unknown'
    const value = text === '' ? undefined : answerOf(question, text)
    if (value !== undefined) return value
    process.stderr.write(`  That is not ${accepted(question)}.\n`)
  }
}

/**
 * An interview without a state at the service: each answer is a further reading with one fact more and the same seed.
 * @param {import('./client.mjs').Client} runtime @param {Record<string, any>} body as of `POST /run`
 */
const interview = async (runtime, body) => {
  const typed = lines()
  /** @type {Asked[]} */
  const asked = []
  /** @param {object} [more] */
  const read = (more) => runtime.call('POST', '/run', { ...body, lenient: true, responseMode: 'raw', ...more })
  try {
    let reading = await read()
    // What follows from the input must not move with the answers.
    body.seed = reading.seed
    const conditions = await conditionsOf(runtime, reading)
    process.stderr.write(plain(`${reading.spread.title}\n${drawnSince(undefined, reading)}`))
    for (;;) {
      const question = nextQuestion(reading, asked)
      if (!question) return { reading, asked, isSettled: true, read }
      const why = whyAsked(question, conditions)
      const answer = await answered(typed, question, why)
      if (answer === undefined) return { reading, asked, isSettled: false, read }
      asked.push({ ...question, why, answer })
      if (answer === 'unknown') continue
      body.querent.state[question.fact] = answer
      const before = reading
      reading = await read()
      process.stderr.write(plain(drawnSince(before, reading)))
    }
  } finally {
    typed.close()
    process.stderr.write('\n')
  }
}

/** @param {string} file @param {string} report */
const save = async (file, report) => {
  try {
    await writeFile(file, report)
  } catch (error) {
    // What was answered is not lost.
    console.log(report)
    throw new Failure(
      EXIT.failed,
      `${file} cannot be written (${/** @type {any} */ (error).code}); the report is above`,
    )
  }
  process.stderr.write(`\nsaved to ${file}\n`)
}

/** @type {import('./command-line.mjs').Command} */
export const loop = async (flags, env, rest) => {
  const intention = argument('loop', 'an intention in words', rest)
  const body = {
    ...(await scriptOf(flags.spread ?? 'threat_model')),
    querent: { intention, state: stateOf(flags.state) },
    seed: seedOf(flags.seed),
  }
  const { reading, asked, isSettled, read } = await interview(client(flags, env), body)
  const { trace: _, ...final } = flags.inscribe ? await read({ inscribe: true }) : reading
  const report = plain(reportOf(final, intention, asked, isSettled) + receiptLine(final))
  const answer = flags.json
    ? JSON.stringify({ reading: final, asked, settled: isSettled, state: body.querent.state, report }, null, 2)
    : report.trimEnd()
  if (flags.output) await save(flags.output, report)
  if (flags.json || !flags.output) console.log(answer)
}

import { writeFile } from 'node:fs/promises'
import { EXIT, Failure, plain, requireArgument, type Terminal } from '@signet/command-line'
import { type Runtime, type RuntimeCall, runtimeService, seedOf } from './client.ts'
import { type FactValue, stateOf } from './facts.ts'
import {
  type AnsweredQuestion,
  conditionalCards,
  drawChanges,
  type Interview,
  nextQuestion,
  questionReason,
  reportOf,
} from './interview.ts'
import { type Reading, receiptText } from './reading.ts'
import { type SpreadChoice, spreadChoiceOf } from './script.ts'
import { answerTo, typedLines } from './typed-lines.ts'

interface ReadingRequest {
  readonly choice: SpreadChoice
  readonly intention: string
  readonly state: Record<string, FactValue>
  readonly seed: number | undefined
}

const requestReading = (runtime: Runtime, request: ReadingRequest, more: object = {}): Promise<Reading> =>
  runtime.call('POST', '/run', {
    ...request.choice,
    querent: { intention: request.intention, state: request.state },
    seed: request.seed,
    lenient: true,
    responseMode: 'raw',
    ...more,
  })

/**
 * Runs an interview. The service stores no state: each answer is another reading with one more fact and the same seed.
 */
const interview = async (
  runtime: Runtime,
  first: ReadingRequest,
  { err }: Pick<Terminal, 'err'>,
): Promise<Interview & { readonly request: ReadingRequest }> => {
  const lines = typedLines()
  const answers: AnsweredQuestion[] = []
  try {
    let reading = await requestReading(runtime, first)
    // A fixed seed, so that answers do not change the draws.
    const request = { ...first, seed: reading.seed }
    const cards = await conditionalCards(runtime, reading)
    err(plain(`${reading.spread.title}\n${drawChanges(undefined, reading)}`))
    for (;;) {
      const question = nextQuestion(reading, answers)
      if (!question) return { reading, answers, isSettled: true, request }
      const why = questionReason(question, cards)
      const answer = await answerTo(lines, question, why)
      if (answer === undefined) return { reading, answers, isSettled: false, request }
      answers.push({ ...question, why, answer })
      if (answer === 'unknown') continue
      request.state[question.fact] = answer
      const before = reading
      reading = await requestReading(runtime, request)
      err(plain(drawChanges(before, reading)))
    }
  } finally {
    lines.close()
    err('\n')
  }
}

const save = async (file: string, report: string, { out, err }: Terminal): Promise<void> => {
  try {
    await writeFile(file, report)
  } catch (error) {
    // Prints the report, so that the answers are not lost.
    out(`${report}\n`)
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(EXIT.failed, `${file} cannot be written (${code}); the report is above`)
  }
  err(`\nSaved to ${file}\n`)
}

export const loop = async (call: RuntimeCall): Promise<number> => {
  const { flags, words, terminal } = call
  const first: ReadingRequest = {
    intention: requireArgument('signet runtime loop', 'an intention in words', words),
    choice: await spreadChoiceOf(flags.spread ?? 'threat_model'),
    state: stateOf(flags.state),
    seed: seedOf(flags.seed),
  }
  const runtime = runtimeService(call)
  const { request, ...finished } = await interview(runtime, first, terminal)
  const finalReading = flags.inscribe ? await requestReading(runtime, request, { inscribe: true }) : finished.reading
  const report = plain(reportOf({ ...finished, reading: finalReading }, request.intention) + receiptText(finalReading))
  if (flags.output) await save(flags.output, report, terminal)
  if (flags.json) {
    const { trace: _, ...reading } = finalReading
    const { answers, isSettled: settled } = finished
    terminal.out(`${JSON.stringify({ reading, answers, settled, state: request.state, report }, null, 2)}\n`)
  } else if (!flags.output) terminal.out(`${report.trimEnd()}\n`)
  return EXIT.ok
}

import { createInterface } from 'node:readline'
import { plain } from '@signet/command-line'
import { answerOf, expectedAnswer, type FactValue, type Question } from './facts.ts'

type TypedLines = ReturnType<typeof typedLines>

export const typedLines = () => {
  const input = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  const lines = input[Symbol.asyncIterator]()
  // Ctrl-C ends the input, and the report with the answers so far follows.
  const closeInput = () => input.close()
  process.once('SIGINT', closeInput)
  return {
    /** Prints the prompt and returns the next line; undefined at the end of the input. */
    async ask(prompt: string): Promise<string | undefined> {
      process.stderr.write(prompt)
      const { value, done } = await lines.next()
      return done ? undefined : value.trim()
    },
    close(): void {
      process.off('SIGINT', closeInput)
      input.close()
    },
  }
}

/** Repeats a question until its answer is valid; undefined if the user ends the interview. */
export const answerTo = async (lines: TypedLines, question: Question, why: string): Promise<FactValue | undefined> => {
  process.stderr.write(plain(`\n${question.ask}  (${question.fact})\n  ${why}\n`))
  for (;;) {
    const text = await lines.ask(`  ${expectedAnswer(question)}, unknown, or /done > `)
    if (text === undefined || text === '/done') return undefined
    if (text === 'unknown') return 'unknown'
    const value = text === '' ? undefined : answerOf(question, text)
    if (value !== undefined) return value
    process.stderr.write(`  Enter ${expectedAnswer(question)}.\n`)
  }
}

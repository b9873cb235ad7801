import type { ContractError } from '@signet/contracts'
import type { LoadProblem } from './loaded-problems.ts'
import { UsageError } from './terminal.ts'

export class UnreadableContractsError extends Error {
  override readonly name = 'UnreadableContractsError'
  readonly problems: readonly LoadProblem[]

  constructor(problems: readonly LoadProblem[]) {
    super(`${problems.length} problem${problems.length === 1 ? '' : 's'} in the contracts`)
    this.problems = problems
  }
}

export const problemText = (problems: readonly LoadProblem[]): string => {
  const files = [...new Set(problems.map(({ file }) => file))]
  const blocks = files.map((file) => {
    const fileProblems = problems.filter((problem) => problem.file === file)
    const lines = fileProblems.map(({ contract, at, problem }) => {
      const path = [contract && `contract "${contract}"`, at]
        .filter((part) => part !== undefined && part !== '')
        .join(', ')
      return path === '' ? `  ${problem}` : `  ${path}: ${problem}`
    })
    return [`error ${file}`, ...lines].join('\n')
  })
  return `${blocks.join('\n')}\n`
}

/** The comparison by `name` also recognizes errors of another instance of this package. */
const isContractError = (error: unknown): error is ContractError =>
  error instanceof Error && error.name === 'ContractError' && 'problems' in error

export const describeFailure = (
  error: unknown,
  command: string | undefined,
): { readonly text: string; readonly report: Readonly<Record<string, unknown>> } => {
  if (error instanceof UsageError) {
    const hint = `See signet-contracts ${command === undefined ? '' : `${command} `}--help`
    return { text: `error ${error.message}. ${hint}\n`, report: { error: error.message } }
  }
  if (error instanceof UnreadableContractsError) {
    return { text: problemText(error.problems), report: { error: error.message, problems: error.problems } }
  }
  if (isContractError(error)) {
    const lines = error.problems.map(({ at, problem }) => `  ${at}: ${problem}`)
    return {
      text: `error contract "${error.contract}"\n${lines.join('\n')}\n`,
      report: { error: error.message, contract: error.contract, problems: error.problems },
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { text: `error ${message}\n`, report: { error: message } }
}

export interface ContractProblem {
  /** Path inside the definition, for example `operations.close.transition.to`. */
  readonly at: string
  readonly problem: string
}

/** A definition that contradicts itself. Lists every problem, so that one run shows all of them. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
  readonly contract: string
  readonly problems: readonly ContractProblem[]

  constructor(contract: string, problems: readonly ContractProblem[]) {
    const lines = problems.map(({ at, problem }) => `\n  ${at}: ${problem}`)
    super(`Contract "${contract}" has ${problems.length} problem${problems.length === 1 ? '' : 's'}:${lines.join('')}`)
    this.contract = contract
    this.problems = problems
  }
}

/** Throws one `ContractError` if there is at least one problem. */
export const refuseProblems = (contract: string, problems: readonly ContractProblem[]): void => {
  if (problems.length > 0) throw new ContractError(contract, problems)
}

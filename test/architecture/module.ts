/** A module of the repository: its files, and the code that they may import. Globs are those of path.matchesGlob. */
export interface Module {
  readonly name: string
  readonly files: readonly string[]
  /** Files of the project that it may import by path; `{1}` is the folder that the first `*` of `files` matched. */
  readonly reaches: readonly string[]
  /** Files of the project of which it may import types only: types do not exist at run time. */
  readonly reachesTypes?: readonly string[]
  /** Packages, including the project's layers; `*` is any. A trailing `/*` covers a scope or subpaths. */
  readonly packages: readonly string[]
  /** Packages of which it may import types only. */
  readonly typePackages?: readonly string[]
  /**
   * Its code computes the same bytes anywhere and at any time: no clock, locale, environment, random values, input or
   * output.
   */
  readonly isPure?: true
}

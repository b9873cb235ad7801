/** A room of the house: its files, and the modules they may import. Globs are those of path.matchesGlob. */
export interface Room {
  readonly name: string
  readonly files: readonly string[]
  /**
   * Files of the project that it may import by path; `{1}` stands for the folder that the first `*` of `files` matched.
   */
  readonly reaches: readonly string[]
  /** Files of the project of which it may import types only: types do not exist at run time. */
  readonly reachesTypes?: readonly string[]
  /** Packages, the project's own layers among them; `*` is any. A trailing `/*` covers a scope or subpaths. */
  readonly packages: readonly string[]
  /** Packages of which it may import types only. */
  readonly typePackages?: readonly string[]
  /** Its code computes the same bytes anywhere and at any time: no clock, locale, environment, chance, input or output. */
  readonly isPure?: true
}

interface ProjectFile {
  readonly path: string
}

const NO_STEPS: readonly string[] = ['', '.', '..']

/** Whether a path leads to a file below the folder of a project, in one spelling, on one line. */
const isInProject = (path: string): boolean =>
  path.isWellFormed() && !/\p{Cc}/u.test(path) && !path.split('/').some((step) => NO_STEPS.includes(step))

/** What is wrong with the paths of a project. Of two files with one path, one would be lost without a word. */
export const pathProblems = (
  files: readonly ProjectFile[],
): readonly { readonly field: string; readonly message: string }[] => {
  const seen = new Set<string>()
  return files.flatMap(({ path }, at) => {
    const field = `files.${at}.path`
    if (!isInProject(path)) return [{ field, message: 'must be a path of the project' }]
    if (seen.has(path)) return [{ field, message: `names ${path} a second time` }]
    seen.add(path)
    return []
  })
}

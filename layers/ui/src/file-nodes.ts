export interface TreeFile {
  readonly path: string
  readonly note?: string
}

export type TreeNode<File extends TreeFile> =
  | { readonly name: string; readonly file: File }
  | { readonly name: string; readonly nodes: readonly TreeNode<File>[]; readonly files: number }

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0

interface FilePath<File> {
  readonly rest: string
  readonly file: File
}

const nodesOf = <File extends TreeFile>(filePaths: readonly FilePath<File>[]): readonly TreeNode<File>[] => {
  const folders = Map.groupBy(
    filePaths.filter(({ rest }) => rest.includes('/')),
    ({ rest }) => rest.slice(0, rest.indexOf('/')),
  )
  const inFolders = [...folders].map(([name, inside]) => ({
    name,
    files: inside.length,
    nodes: nodesOf(inside.map(({ rest, file }) => ({ rest: rest.slice(name.length + 1), file }))),
  }))
  const files = filePaths.filter(({ rest }) => !rest.includes('/')).map(({ rest, file }) => ({ name: rest, file }))
  return [...inFolders.toSorted(byName), ...files.toSorted(byName)]
}

/** Returns files as a tree: folders first, each level sorted by name. */
export const treeOf = <File extends TreeFile>(files: readonly File[]): readonly TreeNode<File>[] =>
  nodesOf(files.map((file) => ({ rest: file.path, file })))

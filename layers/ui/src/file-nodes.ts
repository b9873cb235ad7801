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
  readonly relativePath: string
  readonly file: File
}

const nodesOf = <File extends TreeFile>(filePaths: readonly FilePath<File>[]): readonly TreeNode<File>[] => {
  const folders = Map.groupBy(
    filePaths.filter(({ relativePath }) => relativePath.includes('/')),
    ({ relativePath }) => relativePath.slice(0, relativePath.indexOf('/')),
  )
  const folderNodes = [...folders].map(([name, folderPaths]) => ({
    name,
    files: folderPaths.length,
    nodes: nodesOf(folderPaths.map(({ relativePath, file }) => ({ rest: relativePath.slice(name.length + 1), file }))),
  }))
  const files = filePaths
    .filter(({ relativePath }) => !relativePath.includes('/'))
    .map(({ relativePath, file }) => ({ name: relativePath, file }))
  return [...folderNodes.toSorted(byName), ...files.toSorted(byName)]
}

/** Returns files as a tree: folders first, each level sorted by name. */
export const treeOf = <File extends TreeFile>(files: readonly File[]): readonly TreeNode<File>[] =>
  nodesOf(files.map((file) => ({ rest: file.path, file })))

export interface TreeFile {
  readonly path: string
  readonly note?: string
}

/** A file, or a folder with the number of files in it and its subfolders. */
export type TreeNode<File extends TreeFile> =
  | { readonly name: string; readonly file: File }
  | { readonly name: string; readonly nodes: readonly TreeNode<File>[]; readonly files: number }

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

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
    nodes: nodesOf(
      folderPaths.map(({ relativePath, file }) => ({ relativePath: relativePath.slice(name.length + 1), file })),
    ),
  }))
  const files = filePaths
    .filter(({ relativePath }) => !relativePath.includes('/'))
    .map(({ relativePath, file }) => ({ name: relativePath, file }))
  return [...folderNodes.toSorted(byName), ...files.toSorted(byName)]
}

/** Returns files as a tree: folders first, each level sorted by name. */
export const treeOf = <File extends TreeFile>(files: readonly File[]): readonly TreeNode<File>[] =>
  nodesOf(files.map((file) => ({ relativePath: file.path, file })))

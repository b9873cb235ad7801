import { type TreeFile, type TreeNode, treeOf } from './file-nodes.ts'

interface TreeProps<File extends TreeFile> {
  readonly files: readonly File[]
  readonly label: string
  /** Returns the link of a file; absent if files are only listed. */
  readonly hrefOf?: (file: File) => string
  readonly current?: string
}

type NodeProps<File extends TreeFile> = Omit<TreeProps<File>, 'files' | 'label'> & { readonly node: TreeNode<File> }

const Node = <File extends TreeFile>({ node, ...shared }: NodeProps<File>) => {
  if ('nodes' in node) {
    return (
      <li>
        <details open>
          <summary>
            {node.name}/ <span class="second small">{node.files}</span>
          </summary>
          <Nodes nodes={node.nodes} {...shared} />
        </details>
      </li>
    )
  }
  const { path, note } = node.file
  const href = shared.hrefOf?.(node.file)
  const isCurrent = path === shared.current
  return (
    <li class={isCurrent ? 'file current' : 'file'}>
      {href === undefined ? (
        <span>{node.name}</span>
      ) : (
        <a href={href} aria-current={isCurrent ? 'true' : undefined}>
          {node.name}
        </a>
      )}
      {note && <span class="second small">{note}</span>}
    </li>
  )
}

const Nodes = <File extends TreeFile>({
  nodes,
  ...shared
}: Omit<NodeProps<File>, 'node'> & { readonly nodes: readonly TreeNode<File>[] }) => (
  <ul>
    {nodes.map((node) => (
      <Node key={node.name} node={node} {...shared} />
    ))}
  </ul>
)

export const FileTree = <File extends TreeFile>({ files, label, ...shared }: TreeProps<File>) => (
  <section class="file-tree" aria-label={label}>
    <Nodes nodes={treeOf(files)} {...shared} />
  </section>
)
